import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ComplianceSearch } from './search.ts'

/** The state of the page, and a function that changes parts of it. */
export function useComplianceSearch() {
  const search: ComplianceSearch = useSearch({ from: '/shell/compliance' })
  const navigate = useNavigate()
  const change = (part: ComplianceSearch) =>
    void navigate({ to: '/compliance', search: { ...search, ...part }, replace: true })
  return { search, change }
}
