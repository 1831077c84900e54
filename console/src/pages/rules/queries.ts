/** Queries of the rule pages. */
import { useQuery } from '@tanstack/react-query'
import { api, dataOf, plainApi } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { components } from '../../api/schema.d.ts'
import type { PageAddress } from '../../routing/page-address.ts'
import { productOf, productSearch, type RuleProduct } from './products.ts'

export type Rule = components['schemas']['ConsoleRule']

/** The rules of an app in one of the APIs with a filtered stream. */
export interface RuleSet {
  readonly appId: string
  readonly product: RuleProduct
}

/** Key of the queries about the rules of an app. A change of the rules invalidates these queries. */
export function rulesKey({ appId, product }: RuleSet): readonly string[] {
  return ['app', appId, 'rules', product]
}

/** @param client `plainApi` while the session is not known; also for `operatorsQuery` */
export function rulesQuery(of: RuleSet, client = api) {
  const { appId, product } = of
  return {
    queryKey: rulesKey(of),
    queryFn: () =>
      dataOf(
        client.GET('/console/api/apps/{app_id}/rules', {
          params: { path: { app_id: appId }, query: { product } },
        }),
      ),
  }
}

/** The operators of an API. They change only with a new version of the server. */
export function operatorsQuery({ appId, product }: RuleSet, client = api) {
  return {
    queryKey: ['app', appId, 'rule-operators', product],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () =>
      dataOf(
        client.GET('/console/api/apps/{app_id}/rules/operators', {
          params: { path: { app_id: appId }, query: { product } },
        }),
      ),
  }
}

export function useRules(of: RuleSet) {
  return useQuery(rulesQuery(of))
}

/** Begins to load the rules of the URL at the same time as the session. */
export function loadRules({ params: { appId = '' }, search }: PageAddress): void {
  const of = { appId, product: productOf(productSearch(search['product'])) }
  void queryClient.prefetchQuery({ ...rulesQuery(of, plainApi), retry: false })
  void queryClient.prefetchQuery({ ...operatorsQuery(of, plainApi), retry: false })
}
