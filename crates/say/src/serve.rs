//! The server of the page: its option texts and what it answers where a request cannot be served.

use crate::catalogue::messages;

messages! {
    about_serve {
        en: "Serve the page: play, solve, see, compare and learn in a browser",
        es: "Servir la página: jugar, resolver, ver, comparar y aprender en el navegador",
    }
    after_serve {
        en: "Listens on this machine alone unless --host says otherwise. Ctrl-C stops it: running searches are ended, answers on \
             their way are sent.",
        es: "Escucha solo en esta máquina salvo que --host diga otra cosa. Ctrl-C la detiene: se terminan las búsquedas en marcha y \
             se envían las respuestas pendientes.",
    }
    option_port { en: "The port; 0 takes any free one", es: "El puerto; con 0, uno libre cualquiera" }
    option_host {
        en: "The address to listen on; 0.0.0.0 or :: for every one, which opens the server to the network",
        es: "La dirección en que escuchar; 0.0.0.0 o :: para todas, lo que abre el servidor a la red",
    }
    option_allow_host {
        en: "A name by which browsers may call the server, beside its address and localhost; may be repeated",
        es: "Un nombre con el que los navegadores pueden llamar al servidor, además de su dirección y localhost; se puede repetir",
    }
    option_page {
        en: "Read the page from this folder at every request, for whoever changes it; without it, the page in the program",
        es: "Leer la página de esta carpeta en cada petición, para quien la modifica; sin esta opción, la página del programa",
    }
    no_page(folder) {
        en: "{folder}: expected a folder with the page's index.html",
        es: "{folder}: se esperaba una carpeta con el index.html de la página",
    }
    option_open { en: "Open the page in the browser", es: "Abrir la página en el navegador" }
    option_jobs { en: "Jobs that run at the same time", es: "Tareas que se ejecutan a la vez" }
    option_serve_timeout {
        en: "The longest time a job may ask for; without it, 60 s",
        es: "El tiempo máximo que puede pedir una tarea; sin esta opción, 60 s",
    }
    option_serve_max_nodes {
        en: "The most nodes a job may ask for; without it, 2G",
        es: "Los nodos que puede pedir una tarea como máximo; sin esta opción, 2G",
    }
    option_serve_max_memory {
        en: "The most memory of the whole server: half of it for jobs, the rest for tables, quick answers and results; without it, \
             three quarters of what is free, and at most 1 GiB per job",
        es: "La memoria máxima de todo el servidor: la mitad para los trabajos, el resto para tablas, respuestas rápidas y \
             resultados; sin ella, tres cuartos de la libre, y 1 GiB por trabajo como máximo",
    }
    placeholder_address { en: "ADDRESS", es: "DIRECCIÓN" }
    address_expected {
        en: "expected an address such as 127.0.0.1 or ::1",
        es: "se esperaba una dirección como 127.0.0.1 o ::1",
    }
    serving(address) { en: "hueco is at {address} (Ctrl-C stops it)", es: "hueco está en {address} (Ctrl-C lo detiene)" }
    open_to_network {
        en: "whoever reaches this machine over the network can use the server and its memory",
        es: "quien llegue a esta máquina por la red puede usar el servidor y su memoria",
    }
    cannot_listen(address, reason) { en: "cannot listen on {address}: {reason}", es: "no se puede escuchar en {address}: {reason}" }
    cannot_open(reason) { en: "the browser did not open: {reason}", es: "el navegador no se abrió: {reason}" }
    address_in_use {
        en: "another program listens there; --port 0 takes any free port",
        es: "otro programa escucha ahí; --port 0 toma un puerto libre cualquiera",
    }
    address_not_here {
        en: "this machine has no such address",
        es: "esta máquina no tiene esa dirección",
    }
    not_found { en: "there is nothing at this address", es: "no hay nada en esta dirección" }
    method_not_allowed { en: "this address does not take this method", es: "esta dirección no admite este método" }
    busy {
        en: "the server is busy; try again in a moment",
        es: "el servidor está ocupado; inténtalo dentro de un momento",
    }
    stopping { en: "the server is stopping", es: "el servidor se está deteniendo" }
    internal {
        en: "internal error; this is a fault of hueco",
        es: "error interno; es un fallo de hueco",
    }
    bad_host {
        en: "this server does not go by that name; --allow-host adds a name",
        es: "este servidor no responde a ese nombre; --allow-host añade uno",
    }
    bad_origin {
        en: "this request comes from another site",
        es: "esta petición viene de otro sitio",
    }
    json_expected {
        en: "expected a body of the type application/json",
        es: "se esperaba un cuerpo de tipo application/json",
    }
    body_too_large(limit: bytes) {
        en: "the request has more than {limit}",
        es: "la petición tiene más de {limit}",
    }
    body_too_slow { en: "the request took too long to arrive", es: "la petición tardó demasiado en llegar" }
    body_broken { en: "the request did not arrive whole", es: "la petición no llegó entera" }
    bad_query { en: "the part of the address after ? is not valid", es: "la parte de la dirección tras ? no es válida" }
}
