import { Outlet, useRouterState } from '@tanstack/react-router'
import classes from './RootLayout.module.css'

/** The layout of all pages: a thin bar at the top appears while the next page loads. */
export function RootLayout() {
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' })
  return (
    <>
      <div className={classes['progress']} data-loading={isLoading} aria-hidden />
      <Outlet />
    </>
  )
}
