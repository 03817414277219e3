import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { CardFace } from './card-face.ts'
import styles from './id-card.module.css'
import { IdCardBack } from './id-card-back.tsx'
import { IdCardFront } from './id-card-front.tsx'

interface IdCardSheetProps {
  readonly card: CardFace
  readonly onPrinted: () => void
}

/** A sheet with both sides at the size of a real card, to cut out and fold; opens the print dialog once it is rendered. */
export function IdCardSheet({ card, onPrinted }: IdCardSheetProps) {
  useEffect(() => {
    const page = document.documentElement
    page.dataset.print = 'id-card'
    addEventListener('afterprint', onPrinted)
    // The sheet is laid out after this; two frames later, the print dialog sees it.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => print()))
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('afterprint', onPrinted)
      delete page.dataset.print
    }
  }, [onPrinted])

  return createPortal(
    <div className={styles.sheet}>
      <IdCardFront card={card} />
      <IdCardBack card={card} />
    </div>,
    document.body,
  )
}
