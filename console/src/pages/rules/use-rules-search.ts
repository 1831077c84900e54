import { useNavigate, useSearch } from '@tanstack/react-router'
import { productOf } from './products.ts'
import type { RulesSearch } from './search.ts'

/**
 * The state of the page in the URL, with the API of the rules. The function `change` removes values that are
 * undefined or empty from the URL.
 */
export function useRulesSearch() {
  const search = useSearch({ from: '/shell/apps/$appId/rules' })
  const navigate = useNavigate({ from: '/apps/$appId/rules' })
  const change = (next: { readonly [Name in keyof RulesSearch]?: RulesSearch[Name] | undefined }) =>
    void navigate({
      search: (last) =>
        Object.fromEntries(
          Object.entries({ ...last, ...next }).filter(([, value]) => value !== undefined && value !== ''),
        ) as RulesSearch,
      replace: true,
      resetScroll: false,
    })
  return { search, product: productOf(search), change }
}
