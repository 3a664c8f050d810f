// Tables that hueco built, kept in this browser's storage for the next visit. Storage may be forbidden, full or emptied at any
// time: then a table is built again. The engine checks each one before it uses it.

const NAME = "hueco tables";
const STORE = "tables";

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @template T @param {"readonly" | "readwrite"} mode @param {(store: IDBObjectStore) => IDBRequest<T>} work @returns {Promise<T>} */
async function within(mode, work) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const request = work(database.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    database.close();
  }
}

/** Every table that is kept; none where there is no storage. @returns {Promise<Uint8Array[]>} */
export const keptTables = () => within("readonly", (store) => store.getAll()).catch(() => []);

/** Keeps a table. @param {string} name @param {Uint8Array} bytes */
export const keepTable = (name, bytes) => within("readwrite", (store) => store.put(bytes, name)).catch(() => {});
