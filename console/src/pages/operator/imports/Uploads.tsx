import { Alert, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { ConfirmByName } from '../../../components/ConfirmByName.tsx'
import { type Column, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { IMPORTS } from '../../../text/imports.ts'
import { bytesText } from '../server/Facts.tsx'
import { refetchImports, type Upload, type UploadList } from './queries.ts'
import {
  continueUpload,
  fileOfUpload,
  forgetUpload,
  type LocalUpload,
  pauseUpload,
  uploadFile,
  useLocalUploads,
} from './uploading.ts'

const TEXT = IMPORTS.upload
const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent' })

interface Row {
  readonly upload: Upload
  readonly local: LocalUpload | undefined
}

/** The uploaded files, and the buttons that upload more. */
export function Uploads({ list }: { readonly list: UploadList }) {
  const local = useLocalUploads()
  const [removed, remove] = useState<Upload>()
  const [problem, setProblem] = useState<string>()
  const options = { maxChunk: list.max_chunk_bytes, onChange: () => void refetchImports() }
  const add = useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) await uploadFile(file, options)
    },
    meta: { isShownInForm: true },
  })
  const go = (upload: Upload, file: File) => {
    const isSame = plain(file.name).endsWith(plain(upload.name))
    const isWhole = file.size === upload.length
    setProblem(isSame && isWhole ? undefined : TEXT.another(upload.name, bytesText(upload.length)))
    if (isSame && isWhole) continueUpload(upload.id, file, options)
  }
  const latest = useRef(go)
  latest.current = go
  const columns = useMemo(() => columnsOf((upload, file) => latest.current(upload, file), remove), [])
  const rows = list.uploads.map((upload): Row => ({ upload, local: local.get(upload.id) }))
  const problems = [problem, add.error === null ? undefined : asProblem(add.error).message]
  return (
    <Section
      title={TEXT.title}
      description={TEXT.help(bytesText(list.max_bytes), list.max_uploads)}
      actions={
        <FileButton multiple onChange={(files) => add.mutate(files)}>
          {(props) => (
            <Button {...props} loading={add.isPending}>
              {TEXT.choose}
            </Button>
          )}
        </FileButton>
      }
    >
      <Stack gap="md">
        {problems
          .filter((text) => text !== undefined)
          .map((text) => (
            <Alert key={text} color="red" role="alert">
              {text}
            </Alert>
          ))}
        <DataTable
          label={TEXT.title}
          rows={rows}
          columns={columns}
          rowId={({ upload }) => upload.id}
          empty={<EmptyState title={TEXT.none}>{TEXT.noneAdvice}</EmptyState>}
        />
      </Stack>
      {removed !== undefined && (
        <ConfirmByName
          opened
          onClose={() => remove(undefined)}
          title={TEXT.removeOf(removed.name)}
          action={TEXT.remove}
          onConfirm={async () => {
            forgetUpload(removed.id)
            await api.DELETE('/console/api/operator/uploads/{upload_id}', {
              params: { path: { upload_id: removed.id } },
            })
            await refetchImports()
          }}
        >
          {TEXT.removeText}
        </ConfirmByName>
      )}
    </Section>
  )
}

function columnsOf(
  go: (upload: Upload, file: File) => void,
  remove: (upload: Upload) => void,
): readonly Column<Row>[] {
  return [
    { id: 'name', header: TEXT.name, cell: ({ upload }) => upload.name, width: 'minmax(10rem, 2fr)' },
    {
      id: 'size',
      header: TEXT.size,
      cell: ({ upload }) => bytesText(upload.length),
      width: 'minmax(6rem, 0.6fr)',
    },
    { id: 'progress', header: TEXT.progress, cell: Sent, width: 'minmax(12rem, 2fr)' },
    {
      id: 'expires',
      header: TEXT.expires,
      cell: ({ upload }) => <Time value={upload.expires_at} />,
      width: 'minmax(6rem, 0.6fr)',
    },
    {
      id: 'actions',
      header: TEXT.actions,
      cell: (row) => <Actions row={row} go={go} remove={remove} />,
      width: 'minmax(14rem, 1.2fr)',
    },
  ]
}

/** The letters and digits of a name, for comparisons, because the server replaces some other characters. */
function plain(name: string): string {
  return name.normalize('NFC').replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function offsetOf({ upload, local }: Row): number {
  return Math.max(upload.offset, local?.offset ?? 0)
}

function Sent(row: Row) {
  const { upload, local } = row
  const part = upload.length === 0 ? 1 : offsetOf(row) / upload.length
  const percent = PERCENT.format(Math.floor(part * 100) / 100)
  if (part >= 1) return TEXT.complete
  return (
    <Stack gap={4} w="100%">
      <Progress value={part * 100} aria-label={upload.name} />
      <Text size="sm" role="status">
        {stateText(local, percent)}
      </Text>
      {local?.problem !== undefined && (
        <Text size="sm" c="red">
          {local.problem.message}
        </Text>
      )}
    </Stack>
  )
}

function stateText(local: LocalUpload | undefined, percent: string): string {
  if (local === undefined || local.state === 'failed') return TEXT.stopped(percent)
  return TEXT[local.state](percent)
}

interface ActionsProps {
  readonly row: Row
  readonly go: (upload: Upload, file: File) => void
  readonly remove: (upload: Upload) => void
}

function Actions({ row, go, remove }: ActionsProps) {
  const { upload, local } = row
  const isComplete = offsetOf(row) >= upload.length
  const isSending = local?.state === 'sending' || local?.state === 'waiting'
  return (
    <Group gap="xs">
      {!isComplete && isSending && (
        <Button
          size="xs"
          variant="default"
          aria-label={TEXT.pauseOf(upload.name)}
          onClick={() => pauseUpload(upload.id)}
        >
          {TEXT.pause}
        </Button>
      )}
      {!isComplete && !isSending && <Continue upload={upload} go={go} />}
      <Button
        size="xs"
        variant="subtle"
        color="red"
        aria-label={TEXT.removeOf(upload.name)}
        onClick={() => remove(upload)}
      >
        {TEXT.remove}
      </Button>
    </Group>
  )
}

/** After a reload of the page, the operator must choose the file again, because browsers do not keep it. */
function Continue({ upload, go }: Pick<ActionsProps, 'go'> & { readonly upload: Upload }) {
  const file = fileOfUpload(upload.id)
  const button = { size: 'xs', variant: 'default', 'aria-label': TEXT.continueOf(upload.name) } as const
  if (file !== undefined) {
    return (
      <Button {...button} onClick={() => go(upload, file)}>
        {TEXT.continue}
      </Button>
    )
  }
  return (
    <FileButton onChange={(chosen) => chosen !== null && go(upload, chosen)}>
      {(props) => (
        <Button {...props} {...button}>
          {TEXT.continue}
        </Button>
      )}
    </FileButton>
  )
}
