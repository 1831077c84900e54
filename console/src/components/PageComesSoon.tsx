import { SHELL } from '../text/shell.ts'
import { EmptyState } from './EmptyState.tsx'
import { PageHeader } from './PageHeader.tsx'

/** In place of a page that is not written yet. */
export function PageComesSoon({ title }: { readonly title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title={SHELL.pageNotBuilt}>{SHELL.pageNotBuiltAdvice}</EmptyState>
    </>
  )
}
