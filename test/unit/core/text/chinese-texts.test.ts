import { describe, expect, test } from 'vitest';
import { attentionLabel } from '../../../../core/watch/attention-texts.ts';
import { chineseFailures } from '../../../../core/delivery/failure-chinese.ts';
import { chineseNotes } from '../../../../core/wire/contract-note-chinese.ts';
import { failureText } from '../../../../core/delivery/failure-text.ts';
import { refusalTextsIn } from '../../../../core/bridge/refusal-texts.ts';
import { statusTextsIn } from '../../../../core/order/status-texts.ts';
import { statusTextInSentence } from '../../../../core/order/order-status.ts';
import { localisedNotifications } from '../../../../core/notification/localised-texts.ts';
import { trayTextsIn } from '../../../../core/tray/tray-texts.ts';
import { clockText } from '../../../../core/order/format.ts';
import { watchListSummary } from '../../../../core/tray/watch-list-summary.ts';
import { diagnosisTextsIn } from '../../../../main/engine/diagnosis/diagnosis-texts.ts';
import { chineseFaults, textsOf } from '../../../support/source/chinese-rules.ts';
import { sampleId } from '../order/order-samples.ts';

const hongKong = { language: 'zh-Hant', locale: 'zh-Hant-HK' } as const;
const taiwan = { language: 'zh-Hant', locale: 'zh-Hant-TW' } as const;

describe('what is said beside the window', () => {
  test.each([
    ['failures', chineseFailures],
    ['statuses', statusTextsIn['zh-Hant']],
    ['notifications', localisedNotifications(taiwan)],
    ['the tray', trayTextsIn['zh-Hant']],
    ['the diagnosis', diagnosisTextsIn['zh-Hant']],
    ['refusals', refusalTextsIn['zh-Hant']],
    ['contract notes', chineseNotes],
  ])('%s keep the rules of writing in Chinese', (name, texts) => {
    const named = textsOf(texts, name).map(
      ([path, text]) => [path, text.replace('{answered}', '（503）')] as const,
    );
    expect(named.length).toBeGreaterThan(10);
    expect(chineseFaults(named)).toEqual([]);
  });

  test('a failure names the status of its answer in Chinese brackets', () => {
    expect(failureText('service-failing', 503, 'zh-Hant').message).toBe(
      '服務表示目前無法回應（503）。Waybell 會自動再試。',
    );
  });

  test('sentences of a notification are closed and joined as Chinese does', () => {
    const { sentences, facts, names } = localisedNotifications(taiwan);
    expect(sentences('上環花店', facts.was('等候配送員'), null, [facts.noCourierYet, null])).toBe(
      '上環花店。原為：等候配送員。還沒有配送員。',
    );
    expect(names(['甲', '乙', '丙'], 2)).toBe('甲、乙、丙，還有 2 筆');
  });

  test('a notification measures as its region does', () => {
    expect(
      localisedNotifications(taiwan).titles.movedOn(localisedNotifications(taiwan).distance(120)),
    ).toBe('配送員移動 120\u00A0公尺');
    expect(localisedNotifications(hongKong).distance(120)).toBe('120\u00A0米');
  });

  test('an unknown status stands in Chinese quotes', () => {
    const unknown = { raw: 'handover_review', phase: 'unknown' } as const;
    expect(statusTextInSentence(unknown, 'zh-Hant')).toBe('「handover_review」');
  });

  test('the tray says its state and its trouble', () => {
    const { state, tooltip } = trayTextsIn['zh-Hant'];
    const trouble = { cause: 'timeout', httpStatus: null } as const;
    expect(tooltip([state.noContact(trouble, '14:31'), state.muted('16:00')])).toBe(
      'Waybell：自 14:31 起沒有聯絡，服務沒有回應，通知靜音到 16:00',
    );
    expect(tooltip([state.pausedByService('14:35')])).toBe('Waybell：服務要求暫停到 14:35');
  });

  test('the summary is one for a Chinese chat', () => {
    const row = {
      id: sampleId,
      label: '上環花店',
      status: { raw: 'pending', phase: 'searching' },
      isArchived: false,
      attention: { score: 25, reason: 'longWait', age: { kind: 'duration', sinceMs: 0 } },
      repeatedLoss: null,
    } as const;
    expect(attentionLabel('longWait', 'zh-Hant')).toBe('等候過久');
    expect(watchListSummary([row], { language: 'zh-Hant', locale: 'zh-Hant' }, 0)).toBe(
      `1 筆未結束，1 筆需要處理：\n• 上環花店：等候過久，${clockText(0, 'zh-Hant')} 起`,
    );
  });
});
