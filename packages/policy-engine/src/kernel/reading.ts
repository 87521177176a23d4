/** What several parts of a page read, once. */

/** The methods without required parameters that return a promise. */
type ReadNames<Service> = {
  [Name in keyof Service]: Service[Name] extends () => Promise<unknown> ? Name : never;
}[keyof Service];

type Found<Service, Name extends keyof Service> = Service[Name] extends () => Promise<infer Value> ? Value : never;

/** The reads of one page or one run of the checks. A new one is made for each, so nothing is older than the page. */
export class Reading {
  readonly #found = new Map<object, Map<PropertyKey, unknown>>();

  /**
   * Calls a method; the next call for the same method of the same object has the same result.
   *
   * @example reading.of(jobs, 'health')
   */
  of<Service extends object, Name extends ReadNames<Service>>(
    service: Service,
    name: Name,
  ): Promise<Found<Service, Name>> {
    const known = this.#found.get(service) ?? new Map<PropertyKey, unknown>();
    this.#found.set(service, known);
    if (!known.has(name)) known.set(name, (service[name] as () => unknown).call(service));
    return known.get(name) as Promise<Found<Service, Name>>;
  }
}
