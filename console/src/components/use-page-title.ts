import { useEffect } from 'react'
import { SHELL } from '../text/shell.ts'

/** Sets the title of the browser window. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – ${SHELL.title}`
  }, [title])
}
