/** Takes rules from an app's filtered stream (spec/rules.md#delete). */
import { query } from '../../db/query.ts'
import { append } from '../../log/append.ts'
import { lockApp } from '../apps/app.ts'
import type { Context } from '../context.ts'
import { findRules, type RuleSet } from './rule.ts'

export interface DeleteRulesInput extends RuleSet {
  /** Of any size: what is beyond 64 bits is no rule's. */
  readonly ids: readonly bigint[]
  /** Texts of rules, without spaces around them. */
  readonly values: readonly string[]
  /** Whether nothing is to be changed: the answer is the same. */
  readonly isDryRun: boolean
}

export interface DeletedRules {
  readonly deleted: number
  /** What names no rule of the app. */
  readonly unknownIds: readonly bigint[]
  readonly unknownValues: readonly string[]
}

/** Deletes those that the app has; a rule that is named twice is deleted once. */
export async function deleteRules(context: Context, input: DeleteRulesInput): Promise<DeletedRules> {
  const { appId, product, ids, values, isDryRun } = input
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await lockApp(tx, appId)
    const rules = await findRules(tx, input)
    const [wantedIds, wantedValues] = [new Set(ids), new Set(values)]
    const doomed = rules.filter(({ id, value }) => wantedIds.has(id) || wantedValues.has(value))
    for (const { id, value } of doomed) {
      wantedIds.delete(id)
      wantedValues.delete(value)
    }
    const answer = {
      deleted: doomed.length,
      unknownIds: [...wantedIds],
      unknownValues: [...wantedValues],
    }
    if (isDryRun) return answer
    for (const { id, value, tag = null } of doomed) {
      await tx.run(deleteRule, { id })
      await tx.run(deleteCount, { id })
      append(tx, now, { kind: 'rule.deleted', app_id: appId, rule_id: id, product, value, tag })
    }
    return answer
  })
}

const deleteRule = query<{ id: bigint }>()((k, p) => k.deleteFrom('rules').where('id', '=', p('id')))

const deleteCount = query<{ id: bigint }>()((k, p) =>
  k.deleteFrom('rule_counts').where('rule_id', '=', p('id')),
)
