//! Options and tables of experiments: repeats, seeds, layers, charts.

use crate::catalogue::messages;

messages! {
    placeholder_seeds { en: "SEEDS", es: "SEMILLAS" }
    option_seeds {
        en: "Several seeds, each for as many boards as --random says: 1..5, or 1,2,9",
        es: "Varias semillas, cada una para tantos tableros como diga --random: 1..5, o 1,2,9",
    }
    seeds_expected {
        en: "expected seeds such as 1..5 or 1,2,9: at most 10,000, each once",
        es: "se esperaban semillas como 1..5 o 1,2,9: como máximo 10 000, cada una una vez",
    }
    option_repeat {
        en: "Run each method this many times on each board: the tables show the median of the times, then their quartiles",
        es: "Ejecutar cada método esta cantidad de veces en cada tablero: las tablas muestran la mediana de los tiempos y luego sus cuartiles",
    }
    option_layers {
        en: "Nodes by layer: by bound for searches that deepen, else by f of the expanded node. Searches are observed, so times are longer",
        es: "Nodos por capa: por cota en las búsquedas con iteraciones, si no por la f del nodo expandido. Las búsquedas se observan, así que los tiempos son mayores",
    }
    option_chart {
        en: "What --svg draws: the nodes against the length, or the boards solved within a time (cactus plot)",
        es: "Lo que dibuja --svg: los nodos según la longitud, o los tableros resueltos en un tiempo (gráfico de cactus)",
    }
    option_bench_svg {
        en: "Write a picture (SVG) into this file; --chart says which",
        es: "Escribir una imagen (SVG) en este archivo; --chart indica cuál",
    }
    bench_hog2 {
        en: "this file has lines of numbers alone, as HOG2's files: its goal is taken to be blank-first; --goal names another",
        es: "este archivo tiene líneas solo de números, como los de HOG2: se toma blank-first como objetivo; --goal indica otro",
    }
    layers_observed {
        en: "with --layers searches are observed: counts are the same, times are longer",
        es: "con --layers las búsquedas se observan: los recuentos son los mismos, los tiempos son mayores",
    }
    counts_varied(method, boards: boards) {
        en: "{method} did not count the same nodes in every repeat on {boards}; the tables show the first repeat",
        es: "{method} no contó los mismos nodos en todas las repeticiones en {boards}; las tablas muestran la primera",
    }
    layer_bound(bound) { en: "bound {bound}", es: "cota {bound}" }
    layer_f(f) { en: "f {f}", es: "f {f}" }
    column_layer { en: "layer", es: "capa" }
    column_growth { en: "growth", es: "aumento" }
    column_spread { en: "of all boards together", es: "de todos los tableros" }
    column_spread_least { en: "min", es: "mín" }
    column_first_quartile { en: "q1", es: "c1" }
    column_median { en: "median", es: "mediana" }
    column_third_quartile { en: "q3", es: "c3" }
    column_spread_largest { en: "max", es: "máx" }
    spread_time_of_repeats(count) { en: "time, {count} repeats", es: "tiempo, {count} repeticiones" }
    spread_time_of_seeds(count) { en: "time, {count} seeds", es: "tiempo, {count} semillas" }
    spread_nodes_of_seeds(count) { en: "generated, {count} seeds", es: "generados, {count} semillas" }
    chart_scatter_title(boards: boards) {
        en: "Nodes generated on each board, {boards}",
        es: "Nodos generados en cada tablero, {boards}",
    }
    chart_scatter_problem_title(instances) {
        en: "Nodes generated on each instance; instances: {instances}",
        es: "Nodos generados en cada instancia; instancias: {instances}",
    }
    chart_optimum { en: "moves of the optimum, or of the shortest solution found", es: "movimientos del óptimo, o de la solución más corta hallada" }
    chart_cost { en: "cost of the optimum, or of the cheapest solution found", es: "coste del óptimo, o de la solución más barata hallada" }
    chart_arrow {
        en: "Arrow: a limit stopped the run; it would have generated more.",
        es: "Flecha: un límite paró la ejecución; habría generado más.",
    }
    chart_not_shown(runs: runs) {
        en: "Not shown, for want of a known length: {runs}.",
        es: "Sin mostrar, por no conocerse su longitud: {runs}.",
    }
    chart_cactus_title(boards: boards) {
        en: "Boards solved within a time, {boards}",
        es: "Tableros resueltos en un tiempo, {boards}",
    }
    chart_cactus_problem_title(instances) {
        en: "Instances solved within a time; instances: {instances}",
        es: "Instancias resueltas en un tiempo; instancias: {instances}",
    }
    chart_time { en: "time of a run (logarithmic scale)", es: "tiempo de una ejecución (escala logarítmica)" }
    chart_solved { en: "solved", es: "resueltos" }
    chart_unsolved(method, unsolved, runs) {
        en: "{method} ({unsolved} of {runs} not solved)",
        es: "{method} (sin resolver {unsolved} de {runs})",
    }
}
