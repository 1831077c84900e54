/** Leases for tests of code that needs leases. */
import type { DeliveryLease } from '../../../src/webhooks/lease.ts'

/** A lease that is always held. */
export function heldLease(): DeliveryLease {
  return { isHeld: () => true, renew: async () => true, isHeldIn: async () => true }
}
