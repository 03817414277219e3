import type { PageDebugging } from '@portico/contract/page'
import { type KeyboardEvent, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useText } from '../../base/texts/text.tsx'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './debug-console.module.css'
import { createLines, type Level, type Line, levels } from './lines.ts'
import { createTimings, type Timing } from './timings.ts'

const asLevel = (value: string | null): Level | null => levels.find((level) => level === value) ?? null

/**
 * The debug console (EN-5): everything written to the browser's console since the page was loaded, and, with `profiling`, how long
 * the page, its views and its calls took. It shows only names, numbers and the portal's own texts.
 */
export function DebugConsole({ debugging }: { readonly debugging: PageDebugging }) {
  const t = useText()
  const { consoleToView, profiling, showConsole } = debugging
  const [open, setOpen] = useState(true)
  const toggle = useRef<HTMLButtonElement>(null)
  const bodyId = useId()
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    toggle.current?.focus()
  }
  return (
    <aside aria-label={t('debug.title')} className={styles.console} onKeyDown={close}>
      <div className={styles.head}>
        <h2>{t('debug.title')}</h2>
        <Button ref={toggle} variant="quiet" aria-expanded={open} aria-controls={bodyId} onClick={() => setOpen(!open)}>
          {t(open ? 'debug.hide' : 'debug.show')}
        </Button>
      </div>
      <div id={bodyId} hidden={!open} className={styles.body}>
        {(showConsole || consoleToView !== null) && <Messages only={consoleToView} />}
        {profiling && <Timings />}
      </div>
    </aside>
  )
}

function Messages({ only }: { readonly only: string | null }) {
  const t = useText()
  const store = useMemo(createLines, [])
  const lines = useSyncExternalStore(store.subscribe, store.get)
  const onlyLevel = asLevel(only)
  const [shownLevels, setShownLevels] = useState<readonly Level[]>(onlyLevel ? [onlyLevel] : levels)
  const [view, setView] = useState(onlyLevel ? '' : (only ?? ''))
  const [told, setTold] = useState('')
  const ofView = lines.filter((line) => view === '' || line.view === view)
  const shown = ofView.filter(({ level }) => shownLevels.includes(level))
  const views = [...new Set([...lines.map((line) => line.view), ...(view ? [view] : [])])].sort()

  const copy = () => {
    const text = shown.map((line) => [Math.round(line.atMs), line.level, line.view, line.text].join('\t')).join('\n')
    navigator.clipboard.writeText(text).then(
      () => setTold(t('debug.copied')),
      () => setTold(t('debug.copyFailed')),
    )
  }
  const flip = (level: Level) =>
    setShownLevels(shownLevels.includes(level) ? shownLevels.filter((one) => one !== level) : [...shownLevels, level])

  return (
    <section className={styles.part} aria-label={t('debug.messages')}>
      <div className={styles.tools}>
        <fieldset className={styles.levels}>
          <VisuallyHidden as="legend">{t('debug.levels')}</VisuallyHidden>
          {levels.map((level) => (
            <label key={level} className={styles.level}>
              <input type="checkbox" checked={shownLevels.includes(level)} onChange={() => flip(level)} />
              {t(`debug.level.${level}`, { count: ofView.filter((line) => line.level === level).length })}
            </label>
          ))}
        </fieldset>
        <label className={styles.level}>
          {t('debug.view')}
          <select value={view} onChange={(event) => setView(event.target.value)}>
            <option value="">{t('debug.everyView')}</option>
            {views.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <Button variant="quiet" onClick={copy}>
          {t('debug.copy')}
        </Button>
        <Button variant="quiet" onClick={store.clear}>
          {t('debug.clear')}
        </Button>
        <span role="status">{told}</span>
      </div>
      <div role="log" aria-label={t('debug.messages')}>
        <Lines lines={shown} />
      </div>
    </section>
  )
}

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  const t = useText()
  if (lines.length === 0) return <p className={styles.empty}>{t('debug.empty')}</p>
  return (
    <ol className={styles.lines}>
      {lines.map(({ id, level, atMs, view, text }) => (
        <li key={id} className={styles[level]}>
          <span className={styles.aside}>
            {t('debug.ms', { ms: Math.round(atMs) })} · {t(`debug.levelName.${level}`)} · {view}
          </span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}

function Timings() {
  const t = useText()
  const store = useMemo(createTimings, [])
  const timings = useSyncExternalStore(store.subscribe, store.get)
  const formatName = ({ label, name }: Timing) => (label === null ? name : t(label, { view: name }))
  return (
    <section className={styles.part} aria-label={t('debug.timings')}>
      <table className={styles.timings}>
        <caption>{t('debug.timings')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('debug.what')}</th>
            <th scope="col">{t('debug.status')}</th>
            <th scope="col">{t('debug.time')}</th>
          </tr>
        </thead>
        <tbody>
          {timings.map((timing) => (
            <tr key={timing.key}>
              <th scope="row">{formatName(timing)}</th>
              <td>{timing.status}</td>
              <td>{t('debug.ms', { ms: timing.ms })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
