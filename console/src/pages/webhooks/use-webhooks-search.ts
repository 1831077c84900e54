import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { WebhooksSearch } from './search.ts'

/**
 * The app, the state of the page in the URL, and a function that changes the state. A value that becomes
 * undefined is removed from the URL.
 */
export function useWebhooksSearch() {
  const { appId } = useParams({ from: '/shell/apps/$appId' })
  const search: WebhooksSearch = useSearch({ from: '/shell/apps/$appId/webhooks' })
  const navigate = useNavigate()
  const change = (part: { readonly [Name in keyof WebhooksSearch]?: WebhooksSearch[Name] | undefined }) =>
    void navigate({
      to: '/apps/$appId/webhooks',
      params: { appId },
      search: { ...search, ...part } as WebhooksSearch,
      replace: true,
    })
  return { appId, search, change }
}
