const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether an address leads to the machine that reads it and to no other. `URL` has already normalised the host. */
export function isThisMachine({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname)
}
