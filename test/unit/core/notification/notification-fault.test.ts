import { expect, test } from 'vitest';
import { notificationFaultText } from '../../../../core/notification/notification-fault.ts';

test.each([
  ['no-daemon', 'No notification service answers on this desktop.', '這個桌面沒有通知服務回應。'],
  [
    'system-silent',
    'The system took it and did not say that it was shown.',
    '系統已接收，但沒有回報已顯示。',
  ],
  ['system-refused', 'The system refused it.', '系統拒絕顯示。'],
])('why a notification did not come is said in both languages: %s', (fault, english, chinese) => {
  expect(notificationFaultText(fault, 'en')).toBe(english);
  expect(notificationFaultText(fault, 'zh-Hant')).toBe(chinese);
});

test('what the system itself says about it is passed on as it is', () => {
  const reason = 'UNErrorDomain error 1';
  expect(notificationFaultText(reason, 'en')).toBe(reason);
  expect(notificationFaultText(reason, 'zh-Hant')).toBe(reason);
  expect(notificationFaultText('constructor', 'en')).toBe('constructor');
});
