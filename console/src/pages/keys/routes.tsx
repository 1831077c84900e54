import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../routing/parents.ts'

export const keysRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'keys',
    component: lazyRouteComponent(() => import('./KeysPage.tsx'), 'KeysPage'),
  }),
]
