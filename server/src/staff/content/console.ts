import type { BodyOf, PayloadOf, QueryOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/content-console'
import type { Asking } from '../../platform/http/asking.ts'
import type { ConsoleParts } from './desk.ts'
import { explainContent, listItems, listReleases, listVersions } from './read.ts'
import { releaseVersions, undoRelease } from './release.ts'
import { stepVersion, writeVersion } from './write.ts'

/** Content as authors write it, and others approve it, each for the brands they work for (CT-4 to CT-8). */
export interface ContentConsole {
  list(asking: Asking, query: QueryOf<typeof calls.contentItems>): Promise<PayloadOf<typeof calls.contentItems>>
  versions(asking: Asking, key: BodyOf<typeof calls.contentVersions>): Promise<PayloadOf<typeof calls.contentVersions>>
  write(asking: Asking, body: BodyOf<typeof calls.writeContent>): Promise<PayloadOf<typeof calls.writeContent>>
  step(asking: Asking, body: BodyOf<typeof calls.stepContent>): Promise<PayloadOf<typeof calls.stepContent>>
  release(asking: Asking, body: BodyOf<typeof calls.releaseContent>): Promise<PayloadOf<typeof calls.releaseContent>>
  releases(asking: Asking): Promise<PayloadOf<typeof calls.contentReleases>>
  undo(asking: Asking, body: BodyOf<typeof calls.undoRelease>): Promise<PayloadOf<typeof calls.undoRelease>>
  explain(
    asking: Asking,
    key: BodyOf<typeof calls.explainContentFor>,
  ): Promise<PayloadOf<typeof calls.explainContentFor>>
}

export function createContentConsole(parts: ConsoleParts): ContentConsole {
  return {
    list: (asking, query) => listItems(parts, asking, query),
    versions: (asking, key) => listVersions(parts, asking, key),
    write: (asking, body) => writeVersion(parts, asking, body),
    step: (asking, body) => stepVersion(parts, asking, body),
    release: (asking, body) => releaseVersions(parts, asking, body),
    releases: (asking) => listReleases(parts, asking),
    undo: (asking, body) => undoRelease(parts, asking, body),
    explain: (asking, key) => explainContent(parts, asking, key),
  }
}
