/** Queries of the rule pages. */
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'

export type Rule = components['schemas']['ConsoleRule']

/** Key of the rules of an app and of everything that changes with them. */
export function rulesKey(appId: string): readonly string[] {
  return ['app', appId, 'rules']
}

export function useRules(appId: string) {
  return useQuery({
    queryKey: rulesKey(appId),
    queryFn: () =>
      dataOf(api.GET('/console/api/apps/{app_id}/rules', { params: { path: { app_id: appId } } })),
  })
}
