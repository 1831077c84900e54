/** The rule to edit, which a request names by its id (a rule of the app) or by its text (any rule). */
import type { Context } from '../../../../domain/context.ts'
import { findRules, RULE_PRODUCTS, type RuleProduct } from '../../../../domain/rules/rule.ts'
import { refuseValue } from '../../../_post-stream/params.ts'
import { notFound, type PartialError } from '../../../_v2/partial-errors.ts'
import { LABS_2_DIALECT } from '../../../_v2/view.ts'
import { refuseEmpty } from './_parameters.ts'

export interface OldRule {
  readonly id?: string
  readonly value: string
  readonly dialect: RuleProduct
}

/** The text or id in the request. */
export interface Named {
  /** The id in digits. */
  readonly id: string | undefined
  readonly from: string | undefined
  readonly dialect: RuleProduct | undefined
}

/**
 * The rule, or the error if the app has no rule with that id.
 * @throws {Problem} `invalidRequest` if the request has neither id nor text, or both
 */
export async function findOldRule(
  { store }: Pick<Context, 'store'>,
  appId: bigint,
  { id, from, dialect }: Named,
): Promise<OldRule | { readonly missing: PartialError }> {
  if (id === undefined) return { value: from ?? refuseEmpty('from'), dialect: dialect ?? '2' }
  if (from !== undefined) refuseValue('from', from, 'is not valid beside `id`')
  if (dialect !== undefined) refuseValue('dialect', dialect, 'is not valid beside `id`')
  const lists = await Promise.all(RULE_PRODUCTS.map((product) => findRules(store, { appId, product })))
  const rule = lists.flat().find((each) => each.id === BigInt(id))
  if (rule !== undefined) return { id: String(rule.id), value: rule.value, dialect: rule.product }
  const wanted = { type: 'rule', parameter: 'id', value: id, section: 'data' } as const
  return { missing: notFound(LABS_2_DIALECT, wanted) }
}
