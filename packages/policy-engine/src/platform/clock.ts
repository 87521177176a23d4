/** The system clock: the default of `now`. */
export const systemNow = (): Date => new Date();
