import { idCardFile } from '@portico/contract/calls/coverage'
import { Share2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { Problem } from '../../kit/forms/problem.tsx'
import { Button } from '../../ui/button.tsx'

const sides = ['front', 'back'] as const
const type = 'image/png'

/** Passes the card's pictures to the phone's share sheet, e.g. for someone nearby; nothing if the browser has none (MP-12). */
export function ShareCard({ cardId }: { readonly cardId: string }) {
  const t = useText()
  const ready = useArea('pocket')
  const [canShare, setCanShare] = useState(false)
  // A share sheet opens only right after a press: pictures that arrived too late are ready for the next press.
  const drawn = useRef<{ readonly cardId: string; readonly files: File[] } | null>(null)
  const sharing = useAction({ NotAllowedError: 'pocket.share-again' })
  useEffect(() => setCanShare(takesPictures()), [])
  if (!ready || !canShare) return null
  const share = () =>
    sharing.run(async () => {
      if (drawn.current?.cardId !== cardId) drawn.current = { cardId, files: await Promise.all(sides.map(draw)) }
      await navigator.share({ files: drawn.current.files })
    })
  const draw = async (side: (typeof sides)[number]) => {
    const picture = await api.call(idCardFile, { params: { cardId }, query: { format: 'png', side } })
    return toFile(picture, `id-card-${side}.png`)
  }
  return (
    <>
      <Button variant="quiet" busy={sharing.busy} icon={<Share2 aria-hidden="true" />} onClick={share}>
        {t('pocket.share')}
      </Button>
      <Problem text={sharing.problem} flush />
    </>
  )
}

function takesPictures(): boolean {
  return navigator.canShare?.({ files: [new File([], 'id-card-front.png', { type })] }) === true
}

function toFile(answer: unknown, name: string): File {
  if (!(answer instanceof Blob)) throw new TypeError('No file came.')
  return new File([answer], name, { type })
}
