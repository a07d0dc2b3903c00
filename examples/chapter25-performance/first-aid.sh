#!/usr/bin/env bash
# 收集一个正在运行的 JVM 的现场：first-aid.sh 进程号 [目录] [--heap]
# 环境变量 FIRST_AID_SECONDS：记录多久，默认 30 秒；FIRST_AID_LIMIT：除了堆转储，最多再用多久，默认 90 秒
set -u -o pipefail
# 这两个里的选项，jcmd 也会照做，还会印进它写的每个文件，口令也在内
unset JAVA_TOOL_OPTIONS _JAVA_OPTIONS
# 没有 UTF-8 的环境里，jcmd 把线程名与类名里的汉字写成问号
[ "$(locale charmap 2> /dev/null)" = UTF-8 ] || export LC_ALL=C.UTF-8

die() { echo "first-aid: $*" >&2; exit 2; }

usage="用法：first-aid.sh 进程号 [目录] [--heap]"
pid="${1:-}"
[[ "$pid" =~ ^[1-9][0-9]*$ ]] || die "$usage"
dir=""
heap=no
for option in "${@:2}"; do
  case "$option" in
    --heap) heap=yes ;;
    -* | "") die "不认识“$option”；$usage" ;;
    *) [ -z "$dir" ] && [[ ! "$option" =~ ^[0-9]+$ ]] || die "一次只看一个进程，只写一个目录；$usage"
      dir="$option" ;;
  esac
done
dir="${dir:-first-aid-$pid-$(date +%Y%m%d-%H%M%S)}"
seconds="${FIRST_AID_SECONDS:-30}"
[[ "$seconds" =~ ^[1-9][0-9]{0,2}$ ]] && (( seconds >= 2 && seconds <= 300 )) || die "FIRST_AID_SECONDS 要在 2 到 300 之间"
extra="${FIRST_AID_LIMIT:-90}"
[[ "$extra" =~ ^[1-9][0-9]{0,2}$ ]] && (( extra >= 5 && extra <= 600 )) || die "FIRST_AID_LIMIT 要在 5 到 600 之间"

jcmd="${JAVA_HOME:+$JAVA_HOME/bin/}jcmd"
command -v "$jcmd" > /dev/null || die "找不到 $jcmd：它在 JDK 里，JRE 里没有；JDK 在别处，就设 JAVA_HOME"
kill -0 "$pid" 2> /dev/null || die "没有进程 $pid，或者没有权限；请用运行它的那个用户"
# jcmd 敲门用的是 SIGQUIT：不是 JVM 的进程，旧的 jcmd 一敲就停了
maps="$(cat "/proc/$pid/maps" 2> /dev/null)"
[[ -z "$maps" || "$maps" == *libjvm* ]] || die "进程 $pid 不是 JVM"
unset maps
umask 077
mkdir -p "$dir" && dir="$(CDPATH='' cd "$dir" && pwd)" && [ -w "$dir" ] || die "不能写 $dir"
# 盘上还剩几 KB；问不出来就是空的
room() { df -Pk "$dir" 2> /dev/null | awk 'NR == 2 && $4 ~ /^[0-9]+$/ { print $4 }'; }
(( $(room) + 0 >= 51200 )) || [ -z "$(room)" ] || die "$dir 那里剩下不到 50 MB，换一个目录"
(set -C; : > "$dir/version.txt") 2> /dev/null || die "$dir 里已经有一次现场，换一个目录"

# 三个文件是 JVM 自己写的：用它的用户，在它的根目录里，空格与汉字它也不一定认得。写不到 dir，就先写到它的 /tmp
there="$dir"
inside=""
if [[ ! "$dir" =~ ^[A-Za-z0-9/._-]+$ ]] || [ ! -O "/proc/$pid" ] || [ ! "/proc/$pid/root$dir" -ef "$dir" ]; then
  [ "/proc/$pid/root/tmp" -ef /tmp ] || inside="/proc/$pid/root"
  there="/tmp/first-aid-$$"
  if ! mkdir "$inside$there" 2> /dev/null || ! chown "$(stat -c %u "/proc/$pid")" "$inside$there"; then
    [[ "$dir" =~ ^[A-Za-z0-9/._-]+$ ]] || die "$dir 里有 JVM 不一定认得的字，换一个没有空格与汉字的目录"
    there="$dir"
  fi
fi

[ "$there" = "$dir" ] || trap 'rmdir "$inside$there" 2> /dev/null' EXIT # 取空了才删得掉

# 取回 JVM 写的一个文件；没有写成就说出来：jcmd 自己的退出码照样是 0
fetch() {
  [ "$there" = "$dir" ] || mv "$inside$there/$1" "$dir/" 2> /dev/null
  [ -s "$dir/$1" ] || echo "$1：没有写成，见 $2" >> "$dir/errors.txt"
}

# 飞行记录里装着命令行、环境变量这些东西的事件，口令可能在里面
secrets=(jdk.InitialEnvironmentVariable jdk.InitialSystemProperty jdk.JVMInformation jdk.StringFlag
  jdk.JavaAgent jdk.NativeAgent jdk.SystemProcess jdk.ProcessStart)

# 洗掉飞行记录里的这些事件
scrub() {
  local at="$dir" events
  events="$(IFS=,; echo "${secrets[*]}")"
  [ "$there" = "$dir" ] || at="$inside$there"
  [ -s "$at/recording.jfr" ] || return
  if limited 60 "${jcmd%jcmd}jfr" scrub --exclude-events "$events" "$at/recording.jfr" "$at/clean.jfr" > /dev/null 2>&1; then
    mv "$at/clean.jfr" "$at/recording.jfr"
  else
    rm -f "$at/clean.jfr"
    echo "recording.jfr：没有洗过（jfr scrub 要 JDK 19 或更新的），里面可能有口令" >> "$dir/errors.txt"
  fi
}

mask() {
  local name='[A-Za-z0-9_.-]*(pass|pwd|secret|token|key|credential)[A-Za-z0-9_.-]*'
  # 键=值；--键 值，-键 值；JSON 里的 "键": "值"
  sed -E -e "s/($name([=:]|[\"'] *: *))[^ ]*/\1***/Ig" -e "s/((^| )--?$name +)[^- ][^ ]*/\1***/Ig" \
    -e 's#(://[^/:@ ]*:)[^ ]*@#\1***@#g'
}

# 除了堆转储，做到这时为止：JVM 不回答，也不会一直等
deadline=$(( SECONDS + seconds + extra ))

# limited 秒数 命令：到了秒数或者总的期限就停掉它，五秒之后还不停就杀掉
limited() {
  local most="$1" left=$(( deadline - SECONDS )); shift
  (( left > 0 )) || { echo "时间用完了，没有做"; return 124; }
  timeout -k 5 "$(( most < left ? most : left ))" "$@"
}

# 一条命令一个文件；失败了写在 errors.txt 里，接着做下一条
ask() {
  local file="$1"; shift
  limited "${LIMIT:-30}" "$jcmd" "$pid" "$@" > "$dir/$file" 2>&1 || echo "$*：失败，见 $file" >> "$dir/errors.txt"
}

# region collect
ask version.txt VM.version
if [ -s "$dir/errors.txt" ]; then
  cat "$dir/version.txt" >&2
  rm -f "$dir/version.txt" "$dir/errors.txt" # 同一个目录还能再试
  die "jcmd 连不上 $pid"
fi
# 名字像口令的参数，值不留
limited 30 "$jcmd" "$pid" VM.command_line 2>&1 | mask > "$dir/command-line.txt" \
  || echo "VM.command_line：失败，见 command-line.txt" >> "$dir/errors.txt"
# 递归深的时候，默认的 64 层栈里看不到自己的代码；已经开过 JFR 的进程改不了，保持原样
limited 30 "$jcmd" "$pid" JFR.configure stackdepth=1024 > /dev/null 2>&1
# 环境变量、命令行里也有口令：secrets 里的事件都关掉；脚本中途停了，记录到时间自己停
ask jfr-start.txt JFR.start name="first-aid-$$" settings=profile \
  duration=$(( seconds + 120 ))s filename="$there/recording.jfr" \
  "${secrets[@]/%/#enabled=false}"
for round in 1 2 3; do
  ask "threads-$round.txt" Thread.print -l
  ask "heap-$round.txt" GC.heap_info
  # -all 不先做一次 Full GC
  ask "histogram-$round.txt" GC.class_histogram -all
  if command -v top > /dev/null; then
    limited 30 top -H -b -n 1 -p "$pid" > "$dir/top-$round.txt" 2>&1
  fi
  [ "$round" = 3 ] || limited "$seconds" sleep $(( seconds / 2 )) > /dev/null
done
ask virtual-threads.txt Thread.dump_to_file -overwrite -format=json \
  "$there/virtual-threads.json"
fetch virtual-threads.json virtual-threads.txt
ask jfr-stop.txt JFR.stop name="first-aid-$$"
scrub # 进程里还有别的记录的话，它要的事件这里也有
fetch recording.jfr jfr-start.txt
if [ "$heap" = yes ]; then
  deadline=$(( SECONDS + 600 ))
  LIMIT=600 ask heap-dump.txt GC.heap_dump "$there/heap.hprof"
  fetch heap.hprof heap-dump.txt
fi
# endregion collect
[ "$heap" = no ] || grep -q 'file created' "$dir/heap-dump.txt" || echo "heap.hprof：不完整，见 heap-dump.txt" >> "$dir/errors.txt"

# 最后一次取到的线程转储；只取到第一次，就没有两次可比
last=/dev/null
for round in 1 2 3; do
  if grep -q '^"' "$dir/threads-$round.txt"; then last="$dir/threads-$round.txt"; fi
done
later="$last"
[ "$last" != "$dir/threads-1.txt" ] || later=/dev/null

{
  dead="$(grep -l 'Java-level deadlock' "$dir"/threads-[123].txt | tail -n 1)"
  if [ -n "$dead" ]; then echo "死锁：有，见 ${dead##*/} 的末尾"
  elif [ "$last" = "$dir/threads-3.txt" ]; then echo "死锁：没有（不含虚拟线程）"
  else echo "死锁：不知道，最后一次线程转储没有取到，下面的来自 ${last##*/}"; fi
  echo "线程的状态："
  grep -o 'java.lang.Thread.State: [A-Z_]*' "$last" | sort | uniq -c | sort -rn
  echo "线程停得最多的地方："
  # 每个线程第一行不是 JDK 的栈
  awk '/^Found one Java-level deadlock/ { exit } /^"/ { seen = 0 } /^\tat / && !seen && $2 !~ /^(java|jdk|sun|javax)\./ { seen = 1; print $2 }' \
    "$last" | sort | uniq -c | sort -rn | head -n 5
  echo "最忙的线程（两次转储之间用的 CPU 毫秒）："
  # 线程会重名，所以认编号（nid），不认名字
  awk '/^"/ && match($0, /cpu=[0-9.]+/) { cpu = substr($0, RSTART + 4, RLENGTH - 4); split($0, part, "\"")
      id = $0; sub(/.* nid=/, "", id); sub(/ .*/, "", id)
      if (FNR == NR) { first[id] = cpu; any = 1 } else if (any) printf "%8.0f %s\n", cpu - first[id], part[2] }' \
    "$dir/threads-1.txt" "$later" | sort -rn | head -n 3
  echo "变多的类（第一次、第三次的个数）："
  awk 'FNR > 2 && $4 != "" && $1 ~ /:$/ { if (FNR == NR) first[$4] = $2
      else if ($2 > first[$4] * 1.5 && $2 > 500) print first[$4] + 0, $2, $4 }' \
    "$dir/histogram-1.txt" "$dir/histogram-3.txt" | sort -k2 -rn | head -n 5
  [ -s "$dir/errors.txt" ] && { echo "没有做成的："; cat "$dir/errors.txt"; }
} > "$dir/summary.txt"
cat "$dir/summary.txt"
(( $(room) + 0 >= 1024 )) || [ -z "$(room)" ] || die "$dir 那里的盘满了，上面的不完整"
echo "都在 $dir"
