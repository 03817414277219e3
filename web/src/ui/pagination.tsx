import { listPage, type PageSize, pageSizes, readPageSize } from '@portico/rules/widgets/item-list'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { useText } from '../base/texts/text.tsx'
import styles from './pagination.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface PaginationProps {
  /** 1-based. */
  readonly page: number
  readonly pageSize: PageSize
  readonly total: number
  readonly onPage: (page: number) => void
  readonly onPageSize: (pageSize: PageSize) => void
}

/**
 * The position in a list, buttons for its other pages, and the page size (MN-5). With ten or fewer items there is nothing to
 * choose.
 */
export function Pagination({ page, pageSize, total, onPage, onPageSize }: PaginationProps) {
  const t = useText()
  const sizeId = useId()
  const { pages, first, last, offersPageSize } = listPage({ page, pageSize, total })
  return (
    <nav className={styles.bar} aria-label={t('ui.pagination')}>
      <p className={styles.range} role="status">
        {t('ui.range', { first, last, total })}
      </p>
      {offersPageSize && (
        <>
          <VisuallyHidden as="label" htmlFor={sizeId}>
            {t('ui.pageSize')}
          </VisuallyHidden>
          <select
            id={sizeId}
            className={styles.size}
            value={pageSize}
            onChange={(event) => onPageSize(readPageSize(event.target.value))}
          >
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {t('ui.perPage', { n: size })}
              </option>
            ))}
          </select>
        </>
      )}
      {pages > 1 && (
        <div className={styles.steps}>
          <Step label={t('ui.previousPage')} disabled={page <= 1} onStep={() => onPage(page - 1)}>
            <ChevronLeft aria-hidden="true" />
          </Step>
          <span className={styles.page}>{t('ui.pageOf', { page, pages })}</span>
          <Step label={t('ui.nextPage')} disabled={page >= pages} onStep={() => onPage(page + 1)}>
            <ChevronRight aria-hidden="true" />
          </Step>
        </div>
      )}
    </nav>
  )
}

interface StepProps {
  readonly label: string
  readonly disabled: boolean
  readonly onStep: () => void
  readonly children: React.ReactNode
}

/** Stays focusable at the end of the list, so that the focus is not lost. */
function Step({ label, disabled, onStep, children }: StepProps) {
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onStep}
    >
      {children}
    </button>
  )
}
