/** The clock of the machine: what `now` is where the host injects none. */
export const systemNow = (): Date => new Date();
