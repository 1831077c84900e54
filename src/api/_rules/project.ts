/** What the second generation asks of an app: that it sits in a project (spec/labs-lookup.md section 6). */
import { findProjectOfApp } from '../../domain/apps/projects.ts'
import type { RuleProduct } from '../../domain/rules/rule.ts'
import { Problem } from '../_problems.ts'
import type { Services } from '../_services.ts'

/** @throws {Problem} `clientForbidden` when the product is the second generation and the app stands alone */
export async function demandProject(
  { store }: Pick<Services, 'store'>,
  { product }: { readonly product: RuleProduct },
  appId: bigint,
): Promise<void> {
  if (product !== '2' || (await findProjectOfApp(store, appId)) !== undefined) return
  throw new Problem(
    'clientForbidden',
    'When authenticating requests to the second generation, use keys and tokens of an app that is in a project.',
    undefined,
    {
      client_id: String(appId),
      reason: 'client-not-enrolled',
      required_enrollment: 'Standard Basic',
      registration_url: 'https://developer.twitter.com/en/docs/projects/overview',
    },
  )
}
