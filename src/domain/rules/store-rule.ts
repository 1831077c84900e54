/** Stores and deletes single rules inside the transaction of a command. Each change appends an event. */
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import type { Rule } from './rule.ts'

/** Stores a new rule. @param now milliseconds since the Unix epoch */
export async function storeRule(
  tx: Tx,
  { id, appId, product, value, tag = null }: StoredRule,
  now: number,
): Promise<void> {
  await tx.run(insertRule, { id, appId, product, value, tag, now })
  append(tx, now, { kind: 'rule.added', app_id: appId, rule_id: id, product, value, tag })
}

/** Deletes a rule and its counts. @param now milliseconds since the Unix epoch */
export async function removeRule(
  tx: Tx,
  { id, appId, product, value, tag = null }: StoredRule,
  now: number,
): Promise<void> {
  await tx.run(deleteRule, { id })
  await tx.run(deleteCount, { id })
  append(tx, now, { kind: 'rule.deleted', app_id: appId, rule_id: id, product, value, tag })
}

type StoredRule = Omit<Rule, 'tag'> & { readonly tag?: string | null | undefined }

interface InsertRule {
  id: bigint
  appId: bigint
  product: string
  value: string
  tag: string | null
  now: number
}

const insertRule = query<InsertRule>()((k, p) =>
  k.insertInto('rules').values({
    id: p('id'),
    app_id: p('appId'),
    product: p('product'),
    value: p('value'),
    tag: p('tag'),
    created_at: p('now'),
  }),
)

const deleteRule = query<{ id: bigint }>()((k, p) => k.deleteFrom('rules').where('id', '=', p('id')))

const deleteCount = query<{ id: bigint }>()((k, p) =>
  k.deleteFrom('rule_counts').where('rule_id', '=', p('id')),
)
