/** Reads the rules of filtered streams. Each app has its own rules for each product (spec/rules.md#create). */
import type { Selectable } from 'kysely'
import { query } from '../../db/query.ts'
import type { RulesTable } from '../../db/schema.ts'
import type { Reader } from '../../db/store.ts'

/** The products with rules. Each has its own streams, rule dialect and limits. */
export const RULE_PRODUCTS = ['labs-1', '2'] as const
export type RuleProduct = (typeof RULE_PRODUCTS)[number]

export interface Rule {
  readonly id: bigint
  readonly appId: bigint
  readonly product: RuleProduct
  /**
   * The rule, without leading and trailing spaces. The rule was valid in the dialect of its product when it was added.
   */
  readonly value: string
  readonly tag: string | undefined
}

/**
 * The tag as the API of the product shows it. In API v2 every rule has a tag, which is empty if the client gave no tag
 * (spec/rules.md#tags).
 */
export function shownTag({ product, tag }: Pick<Rule, 'product' | 'tag'>): string | undefined {
  return product === '2' ? (tag ?? '') : tag
}

/** An app and a product, which together select the rules of one stream. */
export interface RuleSet {
  readonly appId: bigint
  readonly product: RuleProduct
}

/** The rules of an app, oldest first. */
export async function findRules(reader: Reader, { appId, product }: RuleSet): Promise<readonly Rule[]> {
  return (await reader.rows(rulesOfApp, { appId, product })).map(ruleOf)
}

/** Number of rules that one statement reads. A batch can contain rules of several apps. */
const BATCH_SIZE = 1_000

/** All rules of all apps, by id, in batches. */
export async function* everyRule(reader: Reader): AsyncGenerator<readonly Rule[]> {
  let after = 0n
  for (;;) {
    const rows = await reader.rows(rulesAfter, { after, max: BATCH_SIZE })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(ruleOf)
    after = last.id
  }
}

function ruleOf(row: Selectable<RulesTable>): Rule {
  const product = RULE_PRODUCTS.find((each) => each === row.product) ?? 'labs-1'
  return { id: row.id, appId: row.app_id, product, value: row.value, tag: row.tag ?? undefined }
}

// Uses the index rules_value. An app has at most 1,000 rules.
const rulesOfApp = query<{ appId: bigint; product: string }>()((k, p) =>
  k
    .selectFrom('rules')
    .selectAll()
    .where('app_id', '=', p('appId'))
    .where('product', '=', p('product'))
    .orderBy('id')
    .limit(10_000),
)

const rulesAfter = query<{ after: bigint; max: number }>()((k, p) =>
  k.selectFrom('rules').selectAll().where('id', '>', p('after')).orderBy('id').limit(p('max')),
)
