//! What `hueco play` shows.

use crate::catalogue::messages;

messages! {
    about_play {
        en: "Play in the terminal: sliding tiles, or a problem file",
        es: "Jugar en la terminal: fichas deslizantes o un archivo de problema",
    }
    long_about_play {
        en: "Play in the terminal: sliding tiles, or a problem file.\n\nThe arrow keys, W A S D or a click slide a tile; the other keys \
             are listed on the screen. The coach shows how many moves are left at least and which moves led away from the goal.",
        es: "Jugar en la terminal: fichas deslizantes o un archivo de problema.\n\nLas flechas, W A S D o un clic deslizan una ficha; \
             las demás teclas están en la pantalla. El entrenador muestra cuántos movimientos faltan como mínimo y cuáles alejaron \
             del objetivo.",
    }
    examples_play {
        en: "Examples:\n  hueco play\n  hueco play --size 3x5 --seed 7\n  hueco play --daily\n  hueco play --problem problems/hanoi.star \
             --set discs=4",
        es: "Ejemplos:\n  hueco play\n  hueco play --size 3x5 --seed 7\n  hueco play --daily\n  hueco play --problem problems/hanoi.star \
             --set discs=4",
    }
    option_play_board {
        en: "The board to begin with; a random one if it is left out",
        es: "El tablero inicial; uno al azar si no se indica",
    }
    option_play_size {
        en: "Rows and columns of a random board",
        es: "Filas y columnas de un tablero al azar",
    }
    option_play_seed {
        en: "The random board of this seed",
        es: "El tablero al azar de esta semilla",
    }
    option_play_daily {
        en: "The board of the day: the same for everyone, 4x4",
        es: "El tablero del día: el mismo para todos, de 4x4",
    }
    option_play_picture {
        en: "Begin with a picture on the tiles, if the terminal has enough colours",
        es: "Empezar con una imagen en las fichas, si la terminal tiene suficientes colores",
    }
    option_play_no_coach {
        en: "Begin without the coach",
        es: "Empezar sin el entrenador",
    }
    play_needs_terminal {
        en: "`play` needs a terminal for its input and output; from a program, use `hueco solve`",
        es: "`play` necesita una terminal para su entrada y su salida; desde un programa, use `hueco solve`",
    }
    play_dumb_terminal(term) {
        en: "`play` needs a terminal that can place the cursor; TERM is `{term}`",
        es: "`play` necesita una terminal que pueda situar el cursor; TERM es `{term}`",
    }
    play_no_term {
        en: "`play` needs a terminal that can place the cursor; TERM is not set",
        es: "`play` necesita una terminal que pueda situar el cursor; TERM no está definida",
    }
    play_small_screen(columns, rows) {
        en: "This window is too small for the board. Make it at least {columns} by {rows}, or press - for a smaller board, q to quit.",
        es: "La ventana es demasiado pequeña para el tablero. Amplíela a {columns} por {rows} como mínimo, o pulse - para un tablero \
             menor, q para salir.",
    }
    play_small_window(columns, rows) {
        en: "This window is too small. Make it at least {columns} by {rows}, or press q to quit.",
        es: "La ventana es demasiado pequeña. Amplíela a {columns} por {rows} como mínimo, o pulse q para salir.",
    }
    play_title_seed(size, seed) { en: "{size} · seed {seed}", es: "{size} · semilla {seed}" }
    play_title_day(size, day) { en: "{size} · board of the day, {day}", es: "{size} · tablero del día, {day}" }
    play_title_given(size) { en: "{size} · your board", es: "{size} · su tablero" }
    play_moves { en: "Moves", es: "Movimientos" }
    play_actions { en: "Actions", es: "Acciones" }
    play_cost { en: "Cost", es: "Coste" }
    play_time { en: "Time", es: "Tiempo" }
    play_left { en: "Fewest left", es: "Faltan, como mínimo" }
    play_left_most { en: "Left, at most", es: "Faltan, como mucho" }
    play_goal { en: "Goal", es: "Objetivo" }
    play_goal_in_order(last) { en: "1 to {last} in order, the blank last", es: "del 1 al {last} en orden, el hueco al final" }
    play_coach_off { en: "The coach is off.", es: "El entrenador está desactivado." }
    play_coach_begin {
        en: "Slide a tile to see whether it leads toward the goal.",
        es: "Deslice una ficha para ver si acerca al objetivo.",
    }
    play_starts_solved {
        en: "This board is solved already. n: a new board.",
        es: "Este tablero ya está resuelto. n: otro tablero.",
    }
    play_coach_choose {
        en: "Take an action to see whether it leads toward the goal.",
        es: "Elija una acción para ver si acerca al objetivo.",
    }
    play_coach_busy { en: "The coach is thinking…", es: "El entrenador está pensando…" }
    play_coach_clean {
        en: "Every step so far led toward the goal.",
        es: "Todos los pasos hasta ahora acercan al objetivo.",
    }
    play_coach_lost(times: times, extra) {
        en: "Led away from the goal {times}; extra cost: {extra}.",
        es: "Se alejó del objetivo {times}; coste adicional: {extra}.",
    }
    play_coach_unproven {
        en: "The optimum is not proven for this board: the number is the length of the best solution found.",
        es: "Para este tablero no está demostrado el óptimo: el número es la longitud de la mejor solución encontrada.",
    }
    play_coach_late {
        en: "No solution was found in time from here.",
        es: "No se encontró a tiempo una solución desde aquí.",
    }
    play_dead_end {
        en: "Nothing leads to the goal from here: undo (u).",
        es: "Desde aquí nada lleva al objetivo: deshaga (u).",
    }
    play_left_cost { en: "Least cost left", es: "Coste restante, como mínimo" }
    play_more(count) { en: "{count} more", es: "{count} más" }
    play_no_solution {
        en: "There is no solution: nothing leads to the goal.",
        es: "No hay solución: nada lleva al objetivo.",
    }
    play_starts_at_goal { en: "The start is a goal already.", es: "El estado inicial ya es un objetivo." }
    play_no_first { en: "There are no actions.", es: "No hay acciones." }
    play_with_help { en: "With help.", es: "Con ayuda." }
    play_solved_cheapest { en: "No solution is cheaper!", es: "¡No hay solución más barata!" }
    play_solved_least(cost) {
        en: "The cheapest solution costs {cost}.",
        es: "La solución más barata cuesta {cost}.",
    }
    play_solved_fewest(actions: actions) {
        en: "The shortest solution has {actions}.",
        es: "La solución más corta tiene {actions}.",
    }
    play_hint_tile(tile, direction) { en: "Slide {tile} {direction}.", es: "Deslice la ficha {tile} {direction}." }
    play_no_slide(direction) {
        en: "No tile can slide {direction}: tiles slide into the blank.",
        es: "Ninguna ficha puede deslizarse {direction}: las fichas se deslizan al hueco.",
    }
    play_hint_action(action) { en: "Hint: {action}", es: "Pista: {action}" }
    play_up { en: "up", es: "hacia arriba" }
    play_down { en: "down", es: "hacia abajo" }
    play_to_left { en: "left", es: "a la izquierda" }
    play_to_right { en: "right", es: "a la derecha" }
    play_searching { en: "Searching…", es: "Buscando…" }
    play_watching_optimal(cost) {
        en: "Optimal solution, cost {cost}. Space pauses; take over at any time.",
        es: "Solución óptima, coste {cost}. Espacio la pausa; siga usted cuando quiera.",
    }
    play_watching(cost) {
        en: "Solution of cost {cost}. Space pauses; take over at any time.",
        es: "Solución de coste {cost}. Espacio la pausa; siga usted cuando quiera.",
    }
    play_paused { en: "Paused. Space: continue.", es: "En pausa. Espacio: continuar." }
    play_solved { en: "Solved!", es: "¡Resuelto!" }
    play_solved_moves(moves: moves, time) { en: "{moves} in {time}.", es: "{moves} en {time}." }
    play_solved_actions(actions: actions, time) { en: "{actions} in {time}.", es: "{actions} en {time}." }
    play_solved_best { en: "No solution is shorter!", es: "¡No hay solución más corta!" }
    play_solved_optimum(optimum: moves) {
        en: "The shortest solution has {optimum}.",
        es: "La solución más corta tiene {optimum}.",
    }
    play_solved_next { en: "n: a new board. q: quit.", es: "n: otro tablero. q: salir." }
    play_solved_again { en: "b: from the start. q: quit.", es: "b: desde el principio. q: salir." }
    play_record_both { en: "A new record, in moves and time!", es: "¡Nuevo récord, en movimientos y en tiempo!" }
    play_record_moves { en: "A new record: the fewest moves yet!", es: "¡Nuevo récord de movimientos!" }
    play_record_time { en: "A new record: the fastest yet!", es: "¡Nuevo récord de tiempo!" }
    play_helped {
        en: "With help: it does not count for the records.",
        es: "Con ayuda: no cuenta para los récords.",
    }
    play_unfair_board {
        en: "With a board of your own: it does not count for the records.",
        es: "Con un tablero propio: no cuenta para los récords.",
    }
    play_unfair_goal {
        en: "With another goal: it does not count for the records.",
        es: "Con otro objetivo: no cuenta para los récords.",
    }
    play_unfair_again {
        en: "A board you had solved or seen solved: it does not count for the records.",
        es: "Un tablero que ya había resuelto o visto resolver: no cuenta para los récords.",
    }
    play_best(size, moves: moves, time) {
        en: "Your best {size}: {moves}, {time}",
        es: "Su récord de {size}: {moves}, {time}",
    }
    play_best_day(moves: moves, time) {
        en: "Today's best: {moves}, {time}",
        es: "Récord de hoy: {moves}, {time}",
    }
    play_not_kept(why) { en: "The records are not kept: {why}", es: "No se guardan los récords: {why}" }
    records_foreign(file) {
        en: "{file} is not a records file that this version can read; it is left alone.",
        es: "{file} no es un archivo de récords que esta versión pueda leer; no se modifica.",
    }
    play_seed_prompt(seed) { en: "Seed: {seed}_  (Enter, Esc)", es: "Semilla: {seed}_  (Intro, Esc)" }
    play_seed_digits {
        en: "A seed is a whole number below 2^64.",
        es: "Una semilla es un número entero menor que 2^64.",
    }
    play_goal_ordinary { en: "The goal is now the default one.", es: "Ahora se usa el objetivo por omisión." }
    play_smallest { en: "There is no smaller board.", es: "No hay un tablero menor." }
    play_largest { en: "There is no larger board.", es: "No hay un tablero mayor." }
    play_no_picture {
        en: "A picture needs 256 colours and UTF-8.",
        es: "Una imagen necesita 256 colores y UTF-8.",
    }
    play_no_actions { en: "No actions: undo (u).", es: "No hay acciones: deshaga (u)." }
    play_resume(command) {
        en: "to continue from here: {command}",
        es: "para continuar desde aquí: {command}",
    }
    key_arrows { en: "arrows", es: "flechas" }
    key_up_down { en: "up/down", es: "arriba/abajo" }
    key_slide { en: "or WASD or click: slide", es: "o WASD o clic: deslizar" }
    key_choose { en: "Enter, 1-9 or click: choose", es: "Intro, 1-9 o clic: elegir" }
    key_undo { en: "undo", es: "deshacer" }
    key_redo { en: "redo", es: "rehacer" }
    key_restart { en: "back to start", es: "al principio" }
    key_hint { en: "hint", es: "pista" }
    key_watch { en: "watch a solution", es: "ver una solución" }
    key_coach { en: "coach", es: "entrenador" }
    key_new { en: "new", es: "nuevo" }
    key_size { en: "size", es: "tamaño" }
    key_seed { en: "seed", es: "semilla" }
    key_today { en: "today's board", es: "tablero de hoy" }
    key_picture { en: "picture", es: "imagen" }
    key_quit { en: "quit", es: "salir" }
}
