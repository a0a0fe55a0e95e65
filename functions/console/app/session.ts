const KEY = "console-key";

/** The key of this tab. It is gone when the tab is closed, and never part of an address. */
export const readKey = () => sessionStorage.getItem(KEY) ?? undefined;

export const keepKey = (key: string) => sessionStorage.setItem(KEY, key);

export const dropKey = () => sessionStorage.removeItem(KEY);
