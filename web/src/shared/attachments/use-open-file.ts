import { useState } from 'react'
import { saveFile, uptakeMs } from '../../base/api/save-file.ts'
import { useLeaving } from '../../base/api/use-leaving.ts'
import type { FileCalls } from './file-calls.ts'

interface Named {
  readonly attachmentId: string
  readonly name: string
  readonly type: string
}

export interface OpenFile {
  readonly busy: 'view' | 'download' | null
  readonly failed: boolean
  /** An image's address is passed to `show`; a PDF opens in its own window. */
  view(show: (address: string) => void): Promise<void>
  download(): Promise<void>
}

/** Fetches a file with a call, since a link cannot carry the token, and passes it to the browser. */
export function useOpenFile({ attachmentId, name, type }: Named, calls: FileCalls): OpenFile {
  const leaving = useLeaving()
  const [busy, setBusy] = useState<OpenFile['busy']>(null)
  const [failed, setFailed] = useState(false)
  const save = (content: Blob) => saveFile(content, name)

  const run = async (what: 'view' | 'download', use: (content: Blob) => void, giveUp: () => void = () => {}) => {
    setBusy(what)
    setFailed(false)
    try {
      // It is shown as the type that was checked, whatever the answer's headers say, or not at all.
      const content = await calls.fetch(what, attachmentId, leaving())
      use(new Blob([content], { type }))
    } catch {
      giveUp()
      setFailed(!leaving().aborted)
    }
    setBusy(null)
  }

  return {
    busy,
    failed,
    view: (show) => {
      if (type !== 'application/pdf') return run('view', (content) => show(URL.createObjectURL(content)))
      // Opened right now, while the click counts: later it would be blocked as a pop-up.
      const page = window.open('', '_blank')
      const open = (content: Blob) => {
        const address = URL.createObjectURL(content)
        setTimeout(() => URL.revokeObjectURL(address), uptakeMs)
        if (page) page.location.replace(address)
        else save(content)
      }
      return run('view', open, () => page?.close())
    },
    download: () => run('download', save),
  }
}
