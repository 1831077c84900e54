import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Loaded } from '../../../components/Loaded.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { IMPORTS } from '../../../text/imports.ts'
import { Imports } from './Imports.tsx'
import { NewImport } from './NewImport.tsx'
import { importsQuery, refetchImports, uploadsQuery } from './queries.ts'
import { Uploads } from './Uploads.tsx'
import { warnWhileUploading } from './uploading.ts'

export function ImportsPage() {
  const uploads = useQuery(uploadsQuery)
  const imports = useQuery(importsQuery)
  const running = imports.data?.imports.filter(
    ({ state }) => state === 'queued' || state === 'running',
  ).length
  useEffect(() => {
    window.addEventListener('beforeunload', warnWhileUploading)
    return () => window.removeEventListener('beforeunload', warnWhileUploading)
  }, [])
  // The lists of imports and of uploads change when an import ends: the server then removes its files.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of running imports is the reason.
  useEffect(() => void refetchImports(), [running])
  return (
    <Stack gap="lg">
      <PageHeader title={IMPORTS.title} description={IMPORTS.help} />
      <Loaded query={uploads}>
        {(data) => (
          <>
            <Uploads list={data} />
            <NewImport uploads={data.uploads} />
          </>
        )}
      </Loaded>
      <Loaded query={imports}>{(data) => <Imports imports={data.imports} />}</Loaded>
    </Stack>
  )
}
