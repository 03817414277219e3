import { useState } from 'react'
import { saveFile, uptakeMs } from '../api/save-file.ts'
import { useLeaving } from '../api/use-leaving.ts'
import type { FileCalls } from './file-calls.ts'

interface Named {
  readonly attachmentId: string
  readonly name: string
  readonly type: string
}

export interface OpenFile {
  readonly busy: 'view' | 'download' | null
  readonly failed: boolean
  /** A picture is handed to `show` as an address; a PDF gets a window of its own. */
  view(show: (address: string) => void): Promise<void>
  download(): Promise<void>
}

/** Fetches a file in a call, since no address can carry a token, and hands it to the browser. */
export function useOpenFile({ attachmentId, name, type }: Named, calls: FileCalls): OpenFile {
  const leaving = useLeaving()
  const [busy, setBusy] = useState<OpenFile['busy']>(null)
  const [failed, setFailed] = useState(false)
  const save = (content: Blob) => saveFile(content, name)

  const run = async (what: 'view' | 'download', use: (content: Blob) => void, giveUp: () => void = () => {}) => {
    setBusy(what)
    setFailed(false)
    try {
      // Regardless of the answer's own headers, it is shown as the type it was checked for, or not at all.
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
      // Now, while it is still the person's press: later it would be a pop-up.
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
