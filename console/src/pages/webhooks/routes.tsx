import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../routing/parents.ts'
import { readWebhooksSearch } from './search.ts'

export const webhooksRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'webhooks',
    validateSearch: readWebhooksSearch,
    component: lazyRouteComponent(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
  }),
]
