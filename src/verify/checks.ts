/**
 * Lists the checks of "aviary verify", except the check of the database file itself. The code of each check is in the
 * folder of the code that writes the checked data.
 */
import { StoreRefused } from '../db/errors.ts'
import type { Check } from '../db/maintenance/check.ts'
import { schemaCheck } from '../db/maintenance/check-schema.ts'
import { countersCheck, hiddenUsersCheck } from '../domain/accounts/check-users.ts'
import { secretsCheck } from '../domain/apps/check-secrets.ts'
import { edgesCheck } from '../domain/graph/check-edges.ts'
import { relationsCheck } from '../domain/graph/check-relations.ts'
import { listsCheck } from '../domain/lists/check-lists.ts'
import { messagesCheck } from '../domain/messages/check-messages.ts'
import { groupsCheck } from '../domain/messages/conversations/check-groups.ts'
import { postCountersCheck, postsCheck } from '../domain/posts/read/check-posts.ts'
import { findVault, hasKeyNote, type KeySettings, requireKey } from '../key-file.ts'
import type { Random } from '../lib/time/clock.ts'
import { consumersCheck, logCheck } from '../log/check-log.ts'

/** All checks, in the order in which they run. */
export function checksOf(settings: KeySettings, random: Random): Check[] {
  return [
    schemaCheck,
    edgesCheck,
    relationsCheck,
    countersCheck,
    hiddenUsersCheck,
    listsCheck,
    postsCheck,
    postCountersCheck,
    messagesCheck,
    groupsCheck,
    logCheck,
    consumersCheck,
    keyCheck(settings, random),
  ]
}

/**
 * Checks the key, and then the secrets. With a wrong key, no secret can be decrypted. Because of this order, a wrong
 * key causes one fault instead of a fault for every secret.
 */
function keyCheck(settings: KeySettings, random: Random): Check {
  return {
    name: 'secrets',
    async run(snapshot, findings) {
      if (!(await hasKeyNote(snapshot))) return
      try {
        const vault = findVault(settings, random)
        await requireKey(snapshot, vault)
        await secretsCheck(vault).run(snapshot, findings)
      } catch (error) {
        if (!(error instanceof StoreRefused)) throw error
        findings.fault(this.name, `${error.message}.`, 'Until the right key is there, every token fails.')
      }
    },
  }
}
