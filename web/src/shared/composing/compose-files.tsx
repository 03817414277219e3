import { LazyPart } from '../../ui/lazy-part.tsx'
import { attachBox } from '../attachments/part.ts'
import type { Composing } from './use-composing.ts'

interface ComposeFilesProps {
  readonly files: Composing<unknown, unknown>['files']
  readonly compact?: boolean
  /** Nothing can be sent without a file. */
  readonly required?: boolean
}

/** The files of the message being written (MC-4). */
export function ComposeFiles({ files: { turn, ...files }, compact = false, required = false }: ComposeFilesProps) {
  return <LazyPart key={turn} part={attachBox} props={{ ...files, compact, required }} />
}
