//! Python: what is wrong with an argument, or with a problem that is written in Python.

use crate::catalogue::messages;

messages! {
    unexpected_type(name, kind) {
        en: "{name}: unexpected value of type {kind}",
        es: "{name}: valor inesperado de tipo {kind}",
    }
    no_option_here(name) {
        en: "there is no option `{name}` here",
        es: "aquí no hay ninguna opción `{name}`",
    }
    start_missing {
        en: "the problem has no start: expected `start`, or `initial` as in aima-python",
        es: "el problema no tiene estado inicial: se esperaba `start`, o `initial` como en aima-python",
    }
    goal_missing {
        en: "the problem has no goal: expected `is_goal(state)` or `goal`, or `goal_test(state)` as in aima-python",
        es: "el problema no tiene objetivo: se esperaba `is_goal(state)` o `goal`, o `goal_test(state)` como en aima-python",
    }
    no_actions_method {
        en: "the problem has no `actions(state)`",
        es: "el problema no tiene `actions(state)`",
    }
    state_not_hashable(state) {
        en: "the state {state} is not hashable; use tuples in place of lists, frozensets in place of sets",
        es: "el estado {state} no es hashable; use tuplas en lugar de listas, frozensets en lugar de sets",
    }
    steps_expected(function, found) {
        en: "{function} returned {found}; expected a list (is there a `return`?)",
        es: "{function} devolvió {found}; se esperaba una lista (¿falta un `return`?)",
    }
    step_expected(function, found) {
        en: "{function} returned {found}; expected (name, state) or (name, state, cost)",
        es: "{function} devolvió {found}; se esperaba (nombre, estado) o (nombre, estado, coste)",
    }
    cost_expected(action, found) {
        en: "the action {action} costs {found}; expected a whole number from 0 (multiply decimals, for example by 100)",
        es: "la acción {action} cuesta {found}; se esperaba un número entero desde 0 (multiplique los decimales, por ejemplo por 100)",
    }
    costs_too_large {
        en: "the costs of the solution add up to more than 4,294,967,294; divide all costs by the same number",
        es: "los costes de la solución suman más de 4 294 967 294; divida todos los costes por el mismo número",
    }
    estimate_expected(name, found) {
        en: "the heuristic {name} returned {found}; expected a number from 0, or None for a dead end",
        es: "la heurística {name} devolvió {found}; se esperaba un número desde 0, o None para un callejón sin salida",
    }
    no_such_heuristic(name) {
        en: "the problem has no heuristic `{name}`",
        es: "el problema no tiene ninguna heurística `{name}`",
    }
    actions_changed {
        en: "actions(state) returned other actions the second time it was called with the same state",
        es: "actions(state) devolvió otras acciones la segunda vez que se llamó con el mismo estado",
    }
    needs_both_ends {
        en: "a search from both ends needs `predecessors(state)` (or `reversible = True`) and the goal state as `goal`",
        es: "una búsqueda desde ambos extremos necesita `predecessors(state)` (o `reversible = True`) y el estado objetivo como `goal`",
    }
    no_step_forward {
        en: "no action leads from a predecessor to its state at the same cost",
        es: "ninguna acción lleva de un predecesor a su estado con el mismo coste",
    }
    is_running {
        en: "the search is running already",
        es: "la búsqueda ya se está ejecutando",
    }
}
