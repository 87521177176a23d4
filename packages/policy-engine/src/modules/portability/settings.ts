/** How access requests are handled. */
export interface PortabilityOptions {
  /** Requests are confirmed as they come, and no administrator has to look at them. Default: false. */
  readonly autoConfirm?: boolean;
  /** Days for which a completed export can be fetched; it is deleted afterwards. Default: 30. */
  readonly keepDays?: number;
}
