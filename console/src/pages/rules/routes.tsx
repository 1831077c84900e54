import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../routing/parents.ts'

export const rulesRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'rules',
    component: lazyRouteComponent(() => import('./RulesPage.tsx'), 'RulesPage'),
  }),
]
