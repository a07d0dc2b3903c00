#!/bin/sh
# region start
echo "启动书店"
java -jar bookstore.jar
# endregion start
