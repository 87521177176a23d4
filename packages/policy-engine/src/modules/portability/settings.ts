/** How access requests are handled. */
export interface PortabilityOptions {
  /** Requests are confirmed automatically, without an administrator. Default: false. */
  readonly autoConfirm?: boolean;
  /** Days for which a completed export can be downloaded; then it is deleted. Default: 30. */
  readonly keepDays?: number;
}
