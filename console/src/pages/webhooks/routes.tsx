import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../routing/parents.ts'

export const webhooksRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'webhooks',
    component: lazyRouteComponent(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
  }),
]
