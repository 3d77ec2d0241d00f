/** A browser's storage, for tests that have no browser. Its keys are properties, as a browser's are. */
export class MemoryStorage {
  readonly #items = new Map<string, string>();
  getItem = (key: string) => this.#items.get(key) ?? null;
  setItem = (key: string, value: string) => {
    this.#items.set(key, value);
    Object.defineProperty(this, key, { value, enumerable: true, configurable: true });
  };
  removeItem = (key: string) => {
    this.#items.delete(key);
    Reflect.deleteProperty(this, key);
  };
}
