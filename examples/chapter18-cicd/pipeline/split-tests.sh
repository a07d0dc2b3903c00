#!/bin/sh
# 把测试类分给几台机器，打印这一台该跑的：split-tests.sh 2 3 是三台里的第二台
set -eu
index=${1?用法：split-tests.sh 第几台 一共几台}
total=${2?用法：split-tests.sh 第几台 一共几台}
if ! { [ "$index" -ge 1 ] && [ "$index" -le "$total" ]; } 2>/dev/null; then
    echo "没有第 $index 台，一共 $total 台" >&2
    exit 1
fi
# Surefire 默认认得的四种名字，去掉 Initializr 写的两个帮手：名字是 Test 开头，里面没有测试
# 两个包里同名的类，-Dtest 会一起跑，所以只留一个名字
classes=$({
    find src/test/java -name '*Test.java' -o -name '*Tests.java' -o -name '*TestCase.java'
    grep -rL --include='Test*.java' -e '^@TestConfiguration' -e 'SpringApplication\.from(' src/test/java || true
} | sed 's|.*/||; s|\.java$||' |
    LC_ALL=C sort -u | awk -v i="$index" -v n="$total" 'NR % n == i % n' | paste -sd, -)
# 没有分到就停下，不把空的名单交给 Maven
if [ -z "$classes" ]; then
    echo "第 $index 台没有分到测试：机器比测试类多" >&2
    exit 1
fi
echo "$classes"
