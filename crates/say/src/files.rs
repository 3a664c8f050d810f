//! What can be wrong with a file that was written to be read again: tables, distance tables, checkpoints.

use hueco_tiles::file::{FileFault, SaveError};

use crate::catalogue::messages;
use crate::{Lang, Say};

messages! {
    file_missing { en: "there is no such file", es: "no existe el archivo" }
    file_unreadable(reason) { en: "it cannot be read: {reason}", es: "no se puede leer: {reason}" }
    file_bad_header {
        en: "it is not a file of this kind, or its header is damaged",
        es: "no es un archivo de este tipo, o su cabecera está dañada",
    }
    file_version(found, expected) {
        en: "it has version {found} of the format, not {expected}",
        es: "tiene la versión {found} del formato, no la {expected}",
    }
    file_other_contents {
        en: "it holds something else than its name says",
        es: "no contiene lo que indica su nombre",
    }
    file_length(found: bytes, expected) { en: "it has {found}, not {expected}", es: "tiene {found}, no {expected}" }
    file_altered {
        en: "its contents have changed since they were written",
        es: "su contenido ha cambiado desde que se escribió",
    }
    save_read_only { en: "the folder is not writable", es: "no se puede escribir en la carpeta" }
    save_disk_full { en: "the disk is full", es: "el disco está lleno" }
}

impl Say for FileFault {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Missing => file_missing(lang).to_owned(),
            Self::Unreadable(kind) => file_unreadable(lang, kind.say(lang)),
            Self::BadHeader => file_bad_header(lang).to_owned(),
            Self::OtherVersion { expected, found } => file_version(lang, found, expected),
            Self::OtherContents => file_other_contents(lang).to_owned(),
            Self::Length { expected, found } => file_length(lang, *found, lang.number(*expected)),
            Self::Altered => file_altered(lang).to_owned(),
        }
    }
}

impl Say for SaveError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::ReadOnly => save_read_only(lang).to_owned(),
            Self::Full => save_disk_full(lang).to_owned(),
            Self::Io(kind) => kind.say(lang),
        }
    }
}
