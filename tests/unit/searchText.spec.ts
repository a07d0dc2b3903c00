import { expect, test } from '@playwright/test';
import { fold, foldWidth } from '../../src/search/core/fold';
import { excerptOf, stretchesOf } from '../../src/search/core/marks';
import { parseQuery } from '../../src/search/core/query';
import { editDistance, homophonesOf, similarWords } from '../../src/search/core/spelling';
import { synonyms } from '../../src/search/core/synonyms';
import { indexTerms } from '../../src/search/core/tokenize';

const none = new Map<string, string>();

test.describe('folding', () => {
  test('full-width letters, digits and spaces become half-width, and the length stays', () => {
    expect(foldWidth('Ｓｐｒｉｎｇ　Ｂｏｏｔ４！')).toBe('Spring Boot4!');
    expect(fold('ＡİB', none)).toHaveLength(3);
  });

  test('traditional characters become simplified ones that the table knows', () => {
    expect(
      fold(
        '資料庫',
        new Map([
          ['資', '资'],
          ['庫', '库'],
        ]),
      ),
    ).toBe('资料库');
  });
});

test.describe('terms', () => {
  test('a Han run becomes overlapping pairs, its last character a pair with the end', () => {
    expect(indexTerms('事务失效', none)).toEqual(['事务', '务失', '失效', '效$']);
  });

  test('an identifier is kept whole, in its CamelCase parts and in neighbours', () => {
    expect(indexTerms('LazyInitializationException', none)).toEqual([
      'lazyinitializationexception',
      'lazy',
      'initialization',
      'exception',
    ]);
    expect(indexTerms('spring.datasource.url', none)).toEqual([
      'spring',
      'datasource',
      'url',
      'spring.datasource',
      'datasource.url',
    ]);
  });

  test('an acronym before a word is its own part', () => {
    expect(indexTerms('JDBCTemplate', none)).toContain('jdbc');
    expect(indexTerms('JDBCTemplate', none)).toContain('template');
  });

  test('Han characters and identifiers are separated without a space between them', () => {
    expect(indexTerms('用JdbcClient查', none)).toEqual([
      '用$',
      'jdbcclient',
      'jdbc',
      'client',
      '查$',
    ]);
  });
});

test.describe('queries', () => {
  const surfaces = (text: string): string[] =>
    parseQuery(text, none).concepts.map(({ surface }) => surface);

  test('question words and the at sign say nothing', () => {
    expect(surfaces('怎么修改端口')).toEqual(['修改端口']);
    expect(surfaces('@Transactional 失效')).toEqual(['transactional', '失效']);
  });

  test('a query of question words only is taken literally', () => {
    expect(surfaces('为什么')).toEqual(['为什么']);
  });

  test('known words inside a run are concepts of their own, and the border pairs are kept', () => {
    const query = parseQuery('接口跨域失败', none);
    expect(query.concepts.map(({ surface }) => surface)).toEqual(['接口', '跨域', '失败']);
    expect(query.adjacent).toEqual(['口跨', '域失']);
  });

  test('how a question is put gives no border pairs', () => {
    expect(parseQuery('如何写单元测试', none).adjacent).not.toContain('如何');
    expect(parseQuery('为什么事务失效', none).adjacent).toEqual(['务失']);
  });

  test('a synonym does not begin inside a longer word', () => {
    const texts = parseQuery('cached', none).concepts.map(({ surface }) => surface);
    expect(texts).toEqual(['cached']);
  });

  test('a pasted trace keeps the message and drops frames, times, ports and addresses', () => {
    const query = parseQuery(
      '2026-11-20T10:00:00.123+08:00 ERROR 4711 --- [demo] [main] c.e.App : start failed\n' +
        'java.net.BindException: Address already in use: bind 0x7f3a /127.0.0.1:8080\n' +
        '\tat java.base/sun.nio.ch.Net.bind0(Native Method)\n' +
        '\tat org.apache.tomcat.util.net.NioEndpoint.initServerSocket(NioEndpoint.java:239)\n' +
        '\t... 12 more',
      none,
    );
    const words = query.concepts.map(({ surface }) => surface);
    expect(query.pasted).toBe(true);
    expect(query.about).toBe('failure');
    expect(words).toEqual(expect.arrayContaining(['bindexception', 'address', 'already', 'use']));
    for (const value of ['4711', '8080', '239', '127', '0x7f3a', 'nioendpoint', '20t10']) {
      expect(words).not.toContain(value);
    }
  });

  test('what Spring says of every missing bean is dropped, its type stays', () => {
    const { concepts } = parseQuery(
      "No qualifying bean of type 'org.example.shop.OrderClient' available: expected at least 1 bean which qualifies as autowire candidate. Dependency annotations: {@org.springframework.beans.factory.annotation.Autowired(required=true)}",
      none,
    );
    const words = concepts.map(({ surface }) => surface);
    expect(words).toContain('orderclient');
    for (const word of ['autowire', 'candidate', 'autowired', 'annotations']) {
      expect(words).not.toContain(word);
    }
  });

  test('a trace whose line ends were lost by a one-line field loses its frames all the same', () => {
    const words = parseQuery(
      'java.lang.IllegalStateException: broken stateat org.example.Shop.open(Shop.java:12)at org.example.Main.main(Main.java:3) and so on, long enough to be pasted',
      none,
    ).concepts.map(({ surface }) => surface);
    expect(words).toContain('illegalstateexception');
    expect(words).not.toContain('shop');
  });
});

test.describe('spelling', () => {
  test('counts insertions, deletions, replacements and swaps', () => {
    expect(editDistance('transactional', 'transactonal', 2)).toBe(1);
    expect(editDistance('srpingboot', 'springboot', 2)).toBe(1);
    expect(editDistance('abcdef', 'uvwxyz', 2)).toBe(3);
  });

  test('short words are not guessed, longer ones find the nearest', () => {
    expect(similarWords('abc', ['abd'], 3)).toEqual([]);
    expect(similarWords('datasorce', ['datasource', 'database'], 3)).toEqual(['datasource']);
  });

  test('a slip at the first letter is the least likely', () => {
    expect(similarWords('sever', ['never', 'server'], 2)).toEqual(['server', 'never']);
  });

  test('characters that sound alike are offered for each other', () => {
    expect(homophonesOf('物', ['务物误', '事是'])).toEqual(['务', '误']);
  });
});

test.describe('synonyms', () => {
  test('every word is written as a query is folded', () => {
    for (const [word, others] of synonyms) {
      for (const text of [word, ...others.map((other) => other.text)]) {
        expect(fold(text, none).trim(), word).toBe(text);
      }
    }
  });

  test('no word leads to itself or twice to the same', () => {
    for (const [word, others] of synonyms) {
      const texts = others.map(({ text }) => text);
      expect(texts, word).not.toContain(word);
      expect(new Set(texts).size, word).toBe(texts.length);
    }
  });
});

test.describe('marks', () => {
  test('a whole word wins over its pairs, and overlaps are joined', () => {
    expect(stretchesOf('声明式事务失效', ['事务失效', '事务'])).toEqual([[3, 7]]);
    expect(stretchesOf('务必失效', ['事务失效'])).toEqual([[2, 4]]);
  });

  test('a short Latin word is not marked inside another', () => {
    expect(stretchesOf('capital api', ['api'])).toEqual([[8, 11]]);
  });

  test('the excerpt is the sentence with the most of the query, cut around the match', () => {
    const lines = ['开头一句。', `${'长'.repeat(200)}事务失效${'尾'.repeat(200)}`];
    const excerpt = excerptOf(lines, ['事务失效']);
    const [start, end] = excerpt?.marked[0] ?? [0, 0];
    expect(excerpt?.text.slice(start, end)).toBe('事务失效');
    expect(excerpt?.text.length).toBeLessThan(110);
    expect(excerptOf([], ['x'])).toBeUndefined();
  });
});
