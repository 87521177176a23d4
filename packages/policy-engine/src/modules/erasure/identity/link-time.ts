/** How long a mailed link works, as text: in hours if they are whole. */
export function linkTime(locale: string, minutes: number): string {
  const isWhole = minutes % 60 === 0;
  const unit = isWhole ? 'hour' : 'minute';
  const value = isWhole ? minutes / 60 : minutes;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
