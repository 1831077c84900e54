/** GET labs/2/rules/counts: matches of the rules of the app while it was connected; specific to Aviary. */
import { Type } from 'typebox'
import { findRules, RULE_PRODUCTS, type RuleProduct } from '../../../../domain/rules/rule.ts'
import { findRuleCounts } from '../../../../domain/rules/rule-counts.ts'
import { isoSecond } from '../../../../lib/time/iso-time.ts'
import { defineEndpoint } from '../../../_endpoint.ts'
import { requireEnrolment } from '../../../_enrolment.ts'
import { refuseUnknownParameters } from '../../../_known-parameters.ts'
import { problemEntry } from '../../../_problems.ts'
import type { Services } from '../../../_services.ts'

/** The limit equals the limit of the endpoints that list and change rules. */
const WINDOW = { user: 0, app: 450 } as const

const COUNTS = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        id: Type.String(),
        product: Type.Union(RULE_PRODUCTS.map((product) => Type.Literal(product))),
        value: Type.String(),
        tag: Type.Optional(Type.String()),
        matched: Type.Integer({
          description:
            'Number of matched posts. Each post counts once, when it is posted, and not again when a client resumes. 0 for a rule that has never matched.',
        }),
        last_matched_at: Type.Optional(Type.String()),
      }),
    ),
  },
  { title: 'RuleCounts' },
)

export const labs2RuleCounts = defineEndpoint({
  method: 'GET',
  paths: ['/labs/2/rules/counts'],
  summary:
    'Number of new posts that each rule has matched while its app was connected, and time of the last match.',
  auth: ['app'],
  writes: false,
  window: WINDOW,
  params: {},
  answers: [{ schema: COUNTS }],
  errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
  async handle({ caller, services, sent }) {
    refuseUnknownParameters(sent, {})
    await requireEnrolment(services, 'labs', caller.app.id)
    const lists = await Promise.all(
      RULE_PRODUCTS.map((product) => countsOf(services, caller.app.id, product)),
    )
    return { status: 200, body: JSON.stringify({ data: lists.flat() }) }
  },
})

async function countsOf(
  { store }: Services,
  appId: bigint,
  product: RuleProduct,
): Promise<readonly object[]> {
  const [rules, counts] = await Promise.all([
    findRules(store, { appId, product }),
    findRuleCounts(store, { appId, product }),
  ])
  return rules.map(({ id, value, tag }) => {
    const count = counts.get(id)
    return {
      id: String(id),
      product,
      value,
      ...(tag === undefined ? {} : { tag }),
      matched: count?.matched ?? 0,
      ...(count === undefined ? {} : { last_matched_at: isoSecond(count.lastMatchedAt) }),
    }
  })
}
