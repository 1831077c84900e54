/** Leases for tests of their holders. */
import type { DeliveryLease } from '../../src/webhooks/lease.ts'

/** A lease that is held, always. */
export function heldLease(): DeliveryLease {
  return { isHeld: () => true, renew: async () => true, isHeldIn: async () => true }
}
