import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../routing/parents.ts'

export const usersRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'users',
    component: lazyRouteComponent(() => import('./UsersPage.tsx'), 'UsersPage'),
  }),
]
