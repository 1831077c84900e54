/** Queries of the rule pages. */
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'
import type { RuleProduct } from './products.ts'

export type Rule = components['schemas']['ConsoleRule']

/** The rules of an app in one of the APIs with a filtered stream. */
export interface RuleSet {
  readonly appId: string
  readonly product: RuleProduct
}

/** Key of the rules of an app and of everything that changes with them. */
export function rulesKey({ appId, product }: RuleSet): readonly string[] {
  return ['app', appId, 'rules', product]
}

export function useRules(of: RuleSet) {
  const { appId, product } = of
  return useQuery({
    queryKey: rulesKey(of),
    queryFn: () =>
      dataOf(
        api.GET('/console/api/apps/{app_id}/rules', {
          params: { path: { app_id: appId }, query: { product } },
        }),
      ),
  })
}
