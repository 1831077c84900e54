import { Text, TextInput } from '@mantine/core'
import { IconBook, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { REFERENCE } from '../../text/reference.ts'
import { FAMILIES, type ListedEntry, loadEntries, matches } from './document.ts'
import { MethodBadge } from './MethodBadge.tsx'
import { OperationDetail } from './OperationDetail.tsx'
import classes from './Reference.module.css'

export function ReferencePage() {
  const { operationId } = useParams({ strict: false })
  const { q = '' } = useSearch({ strict: false })
  const query = useQuery({
    queryKey: ['openapi'],
    queryFn: loadEntries,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <PageHeader title={REFERENCE.title} description={REFERENCE.description} />
      <Loaded query={query} lines={12}>
        {(entries) => (
          <div className={classes['layout']} data-selected={operationId !== undefined}>
            <OperationList entries={entries} search={q} selected={operationId} />
            <div className={classes['detail']}>
              <Selected entries={entries} id={operationId} search={q} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}

interface SelectedProps {
  readonly entries: readonly ListedEntry[]
  readonly id: string | undefined
  readonly search: string
}

function Selected({ entries, id, search }: SelectedProps) {
  const operation = useMemo(() => entries.find((entry) => entry.id === id)?.read(), [entries, id])
  if (id === undefined) {
    return (
      <EmptyState title={REFERENCE.chooseTitle} icon={<IconBook size={28} />}>
        {REFERENCE.chooseAdvice}
      </EmptyState>
    )
  }
  return (
    <>
      <Link to="/reference" search={searchOf(search)} className={classes['back']}>
        {REFERENCE.backToList}
      </Link>
      {operation === undefined ? (
        <EmptyState title={REFERENCE.unknownTitle}>{REFERENCE.unknownAdvice}</EmptyState>
      ) : (
        <OperationDetail key={operation.id} operation={operation} />
      )}
    </>
  )
}

interface ListProps {
  readonly entries: readonly ListedEntry[]
  readonly search: string
  readonly selected: string | undefined
}

function OperationList({ entries, search, selected }: ListProps) {
  const navigate = useNavigate()
  const found = entries.filter((entry) => matches(entry, search))
  const change = (q: string) => void navigate({ to: '.', search: searchOf(q), replace: true })
  return (
    <nav className={classes['list']} aria-label={REFERENCE.endpoints}>
      <TextInput
        type="search"
        label={REFERENCE.search}
        placeholder={REFERENCE.searchPlaceholder}
        leftSection={<IconSearch size={14} />}
        value={search}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed" mt={6} aria-live="polite">
        {REFERENCE.count(found.length)}
      </Text>
      {found.length === 0 && (
        <EmptyState title={REFERENCE.nothingFound}>{REFERENCE.nothingFoundAdvice}</EmptyState>
      )}
      <div className={classes['groups']}>
        {FAMILIES.map((family) => ({ family, own: found.filter((each) => each.family === family) }))
          .filter(({ own }) => own.length > 0)
          .map(({ family, own }) => (
            <section key={family} aria-label={REFERENCE.families[family]}>
              <h2 className={classes['family']}>{REFERENCE.families[family]}</h2>
              <ul className={classes['items']}>
                {own.map(({ id, method, path }) => (
                  <li key={`${id} ${path}`} className={classes['entry']}>
                    <Link
                      to="/reference/$operationId"
                      params={{ operationId: id }}
                      search={searchOf(search)}
                      className={classes['item']}
                      aria-current={id === selected ? 'page' : undefined}
                      preload={false}
                    >
                      <MethodBadge method={method} />
                      <span className={classes['path']}>{path}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </div>
    </nav>
  )
}

function searchOf(q: string): { q?: string } {
  return q === '' ? {} : { q }
}
