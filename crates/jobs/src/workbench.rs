//! The workbench of a program: the tables it keeps, and the folder with the user's own.

use hueco_tiles::pattern::Store;

/// Tables shared by the requests of one program: one for a command, a server, a worker, a Python session.
#[derive(Debug, Default)]
pub struct Workbench {
    tables: hueco_tiles::Workbench,
    store: Option<Store>,
}

impl Workbench {
    /// Keeps tables of at most `limit` bytes, and reads pattern databases from `store`.
    pub fn new(limit: Option<u64>, store: Option<Store>) -> Self {
        Self { tables: hueco_tiles::Workbench::new(limit), store }
    }

    /// Keeps tables of at most `limit` bytes, with a shelf for those that a host keeps in place of a folder.
    pub fn with_shelf(limit: Option<u64>) -> Self {
        Self { tables: hueco_tiles::Workbench::new(limit).with_shelf(), store: None }
    }

    /// The tables.
    pub fn tables(&self) -> &hueco_tiles::Workbench {
        &self.tables
    }

    /// The folder with pattern databases.
    pub fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }
}
